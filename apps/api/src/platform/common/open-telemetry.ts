import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Settings } from '../config/settings.js';

/** How long a process that ends waits for a collector. All of its shutdown may take 10 s. */
const FLUSH_MS = 1000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Names, verbs and codes only: a span holds nothing about a person. */
export interface SpanStart {
  name: string;
  kind: keyof typeof KINDS;
  attributes?: Attributes;
}

/**
 * Sends spans to a collector in batches. A collector that is down or slow delays nothing: up to 2,048 spans wait in
 * a queue, and further ones are dropped.
 */
export class OpenTelemetry {
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly provider: TracerProvider;
  private readonly tracer;

  constructor(endpoint: string, settings: Settings) {
    const logger = new Logger('Tracing');
    const log = (message: string) => logger.warn(message);
    const ignore = () => undefined;
    diag.setLogger(
      { error: log, warn: log, info: ignore, debug: ignore, verbose: ignore },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    );
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const share = new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: parseKeyPairsIntoRecord(settings.OTEL_EXPORTER_OTLP_HEADERS),
    });
    this.provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME })),
      sampler: new ParentBasedSampler({ root: share }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('spareswipe');
  }

  get isInTrace(): boolean {
    return trace.getSpan(context.active())?.isRecording() ?? false;
  }

  get traceId(): string | undefined {
    return trace.getSpanContext(context.active())?.traceId;
  }

  get traceparent(): string | undefined {
    const carrier: { traceparent?: string } = {};
    this.propagator.inject(context.active(), carrier, defaultTextMapSetter);
    return carrier.traceparent;
  }

  contextOf(traceparent: string | undefined): Context {
    return this.propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  }

  async run<T>({ name, kind, attributes }: SpanStart, work: () => Promise<T>, parent = context.active()): Promise<T> {
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    if (!span.isRecording()) return work();
    try {
      return await context.with(trace.setSpan(parent, span), work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Begins a trace, for work that begins in one callback and ends in another. Undefined if it is not in the share. */
  begin({ name, kind, attributes }: SpanStart) {
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes }, ROOT_CONTEXT);
    if (!span.isRecording()) return undefined;
    return {
      traceId: span.spanContext().traceId,
      run: (work: () => void) => context.with(trace.setSpan(ROOT_CONTEXT, span), work),
      end(outcome: Attributes, isFailed: boolean) {
        span.setAttributes(outcome);
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async end(): Promise<void> {
    await Promise.race([this.provider.shutdown().catch(() => undefined), pause(FLUSH_MS)]);
  }
}

/** Records the kind of the error only, since its message may quote an address. */
function fail(span: Span, error: unknown): void {
  const { name, code, reason } = error as { name?: string; code?: string; reason?: string };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', reason ?? code ?? name ?? 'unknown');
}
