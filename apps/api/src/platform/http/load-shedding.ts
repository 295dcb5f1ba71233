import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/app-error.js';
import { Places } from '../common/places.js';
import { clientOf } from './client.js';

/**
 * Calls of one client address that one process works on at once. Two cores serve about 500 a second, so the last of so many
 * still has its response in half a second; and 200 students of a campus may accept one request at the same moment.
 */
export const MAX_IN_FLIGHT = 256;

const inFlight = new Places(MAX_IN_FLIGHT);

export const callsInFlight = (): number => inFlight.taken;

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
    const giveBack = inFlight.take(clientOf(request).address);
    if (!giveBack) return refuse(new AppError('BUSY', { retryAfterSeconds: 1 }), request, reply);
    reply.raw.once('close', giveBack);
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
