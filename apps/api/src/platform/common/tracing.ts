import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import type { OpenTelemetry, SpanStart } from './open-telemetry.js';

/** Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set; without it, the functions below only run their work. */
let openTelemetry: OpenTelemetry | undefined;

@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  constructor(private readonly settings: Settings) {}

  async onModuleInit(): Promise<void> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = this.settings;
    if (!endpoint) return;
    const { OpenTelemetry } = await import('./open-telemetry.js');
    openTelemetry = new OpenTelemetry(endpoint, this.settings);
  }

  async onApplicationShutdown(): Promise<void> {
    await openTelemetry?.end();
    openTelemetry = undefined;
  }
}

/** Runs `work` as a span of the current trace, if there is one. */
export const traced = <T>(span: SpanStart, work: () => Promise<T>): Promise<T> =>
  openTelemetry?.isInTrace ? openTelemetry.run(span, work) : work();

/** Runs a SQL statement as a span, without its text or values. */
export function tracedStatement<T>(statement: { name?: string; text: string }, work: () => Promise<T>): Promise<T> {
  if (!openTelemetry?.isInTrace) return work();
  const { name = /\w+/.exec(statement.text)?.[0] ?? 'SQL' } = statement;
  return openTelemetry.run({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, work);
}

/** Runs a job in the trace of the call that enqueued it (`traceparent`), or in a new one. */
export const tracedJob = <T>(queue: string, traceparent: string | undefined, work: () => Promise<T>): Promise<T> =>
  openTelemetry
    ? openTelemetry.run({ name: `job ${queue}`, kind: 'consumer' }, work, openTelemetry.contextOf(traceparent))
    : work();

/** Begins the trace of an HTTP call. Returns undefined if it is not traced. */
export const beginCall = (name: string) => openTelemetry?.begin({ name, kind: 'server' });

/** The current trace as a W3C `traceparent`, for a job. */
export const currentTraceparent = (): string | undefined => openTelemetry?.traceparent;

export const currentTraceId = (): string | undefined => openTelemetry?.traceId;
