import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tracer } from '../common/tracing.js';
import { isLimited, STREAMS } from './load-shedding.js';

const traceIds = new WeakMap<FastifyRequest, string>();

/**
 * One trace for each call of the API, from when its body is read. The caller's `traceparent` is ignored, or callers would
 * choose which calls are recorded. A stream is open for an hour and has none. Spans name the route, since a path may contain a mailed token.
 */
export function traceCalls(server: FastifyInstance): void {
  server.addHook('preValidation', (request, reply, done) => {
    if (!isLimited(request) || request.routeOptions.url === STREAMS) return done();
    const { method, routeOptions } = request;
    const span = tracer.startSpan(`${method} ${routeOptions.url}`, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
    if (!span.isRecording()) return done();
    traceIds.set(request, span.spanContext().traceId);
    span.setAttributes({ 'http.request.method': method, 'http.route': routeOptions.url });
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(ROOT_CONTEXT, span), done);
  });
}

export const traceIdOf = (request: FastifyRequest): string | undefined => traceIds.get(request);
