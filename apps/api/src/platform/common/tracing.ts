import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions } from '@opentelemetry/api';
import { Settings } from '../config/settings.js';

/**
 * Spans contain names, verbs and codes only, nothing about a person (docs/decisions/0017-prometheus-for-metrics.md). Without
 * OTEL_EXPORTER_OTLP_ENDPOINT they go nowhere, and the SDK is not loaded.
 */
export const tracer = trace.getTracer('spareswipe');

@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private sendRest: (() => Promise<void>) | undefined;

  constructor(private readonly settings: Settings) {}

  async onModuleInit(): Promise<void> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = this.settings;
    if (!endpoint) return;
    const { sendSpans } = await import('./open-telemetry.js');
    this.sendRest = sendSpans(endpoint, this.settings);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sendRest?.();
  }
}

/** The span of the current trace; undefined outside one, and where it is not in the share that is recorded. */
function currentSpan(): Span | undefined {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span : undefined;
}

export const currentTraceId = (): string | undefined => currentSpan()?.spanContext().traceId;

/** Runs `work` as a span of the current trace, if there is one. */
export const traced = <T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T> =>
  currentSpan() ? inSpan(name, { kind: SpanKind.CLIENT, attributes }, context.active(), work) : work();

/** Runs a SQL statement as a span, without its text or values. */
export const tracedStatement = <T>({ name, text }: { name?: string; text: string }, work: () => Promise<T>) =>
  traced(name ?? /\w+/.exec(text)?.[0] ?? 'SQL', work, { 'db.system.name': 'postgresql' });

export function traceOfJob(): { traceparent?: string } {
  const carrier = {};
  if (currentSpan()) propagation.inject(context.active(), carrier);
  return carrier;
}

/** Runs a job in the trace of the call that enqueued it, or in a new one. */
export const tracedJob = <T>(queue: string, traceparent: string | undefined, work: () => Promise<T>): Promise<T> =>
  inSpan(`job ${queue}`, { kind: SpanKind.CONSUMER }, propagation.extract(ROOT_CONTEXT, { traceparent }), work);

const inSpan = <T>(name: string, options: SpanOptions, parent: Context, work: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      // the kind of the error only, since its message may quote an address
      const { name: kind, code, reason } = error as { name?: string; code?: string; reason?: string };
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', reason ?? code ?? kind ?? 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
