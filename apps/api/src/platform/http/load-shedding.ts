import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../common/app-error.js';
import { Slots } from '../common/slots.js';
import { clientOf } from './client.js';

/**
 * Calls of one client address that one process works on at once; of all addresses twice as many. Two cores serve about 500 a
 * second, so the last of 512 still has its response in a second; and 200 students of a campus may accept one request at the
 * same moment.
 */
export const CALLS_OF_ADDRESS_MAX = 256;

/** No query of a call runs for longer after its client has left, whatever became of the response. */
const LONGEST_WORK_MS = 20_000;

const inFlight = new Slots(CALLS_OF_ADDRESS_MAX);

export const STREAMS = '/api/live';

export const callsInFlight = (): number => inFlight.held;

/**
 * Refuses calls above the cap at once, so that an overloaded process serves as many as it can instead of letting all of
 * them wait. Health and metrics always pass: an orchestrator must not kill the process when it is busiest.
 */
export function shedLoad(
  server: FastifyInstance,
  refuse: (failure: AppError, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const releases = new WeakMap<FastifyRequest, () => void>();
  // after the body is read, so that a client that sends slowly holds no slot
  server.addHook('preValidation', (request, reply, done) => {
    if (!isLimited(request)) return done();
    if (request.raw.socket.destroyed) return void reply.hijack(); // nobody waits for the response
    const release = inFlight.acquire(clientOf(request).address);
    if (!release) return refuse(new AppError('BUSY', { retryAfterSeconds: 1 }), request, reply);
    releases.set(request, release);
    reply.raw.once('close', () => {
      if (releases.has(request)) setTimeout(release, LONGEST_WORK_MS).unref();
    });
    done();
  });
  // the work ends with the response, also if the client has hung up before; an open stream does none
  server.addHook('onSend', (request, _reply, payload, done) => {
    releases.get(request)?.();
    releases.delete(request);
    done(null, payload);
  });
}

/** Any API call but health checks and metrics. */
const isLimited = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && url.startsWith('/api/') && !url.startsWith('/api/health/') && url !== '/api/metrics';
