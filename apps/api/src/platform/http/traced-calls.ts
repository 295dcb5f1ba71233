import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginCall } from '../common/tracing.js';
import { isLimited } from './load-shedding.js';

type Call = NonNullable<ReturnType<typeof beginCall>>;
const calls = new WeakMap<FastifyRequest, Call>();

/**
 * One trace for each call of the API. The caller's `traceparent` is ignored, or callers would choose which calls are recorded.
 * Spans name the route, since a path may contain a mailed token.
 */
export function traceCalls(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    const call = isLimited(request) && beginCall(`${method} ${routeOptions.url}`);
    if (!call) return done();
    calls.set(request, call);
    reply.raw.once('close', () =>
      call.end(
        {
          'http.request.method': method,
          'http.route': routeOptions.url,
          'http.response.status_code': reply.statusCode,
        },
        reply.statusCode >= 500,
      ),
    );
    done();
  });
  // after the body is read: its events run outside the call's context
  server.addHook('preValidation', (request, _reply, done) => {
    const call = calls.get(request);
    if (call) call.run(done);
    else done();
  });
}

export const traceIdOf = (request: FastifyRequest): string | undefined => calls.get(request)?.traceId;
