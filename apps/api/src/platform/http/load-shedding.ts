import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/app-error.js';

/**
 * Calls that one process works on at once. Two cores serve about 500 a second, so the last of so many still has its response
 * in half a second; and 200 students may accept one request at the same moment.
 */
export const MAX_IN_FLIGHT = 256;

let inFlight = 0;

export const callsInFlight = (): number => inFlight;

/** An open stream does no work, so it does not count. */
const STREAMS = '/api/live';

/**
 * Refuses calls above the cap at once, so that an overloaded process serves as many as it can instead of letting all of
 * them wait. Health and metrics always pass: an orchestrator must not kill the process when it is busiest.
 */
export function shedLoad(
  server: FastifyInstance,
  refuse: (failure: AppError, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  // after the body is read, so that a client that sends slowly takes up no place
  server.addHook('preValidation', (request, reply, done) => {
    if (!isLimited(request)) return done();
    if (inFlight >= MAX_IN_FLIGHT) return refuse(new AppError('BUSY', { retryAfterSeconds: 1 }), request, reply);
    inFlight++;
    reply.raw.once('close', () => inFlight--);
    done();
  });
}

/** A call of the API that works on something. */
export const isLimited = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined &&
  url.startsWith('/api/') &&
  !url.startsWith('/api/health/') &&
  url !== '/api/metrics' &&
  url !== STREAMS;
