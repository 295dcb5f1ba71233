import { once } from 'node:events';
import { Server, type Socket } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** `docker stop` kills after 10 s. No call takes longer unless PostgreSQL hangs. */
const SHUTDOWN_SECONDS = 10;
/** A proxy may use a kept-alive connection until it is closed. A connection without a call for this long counts as idle. */
const DRAIN_MS = 1000;

const draining = new WeakSet<FastifyInstance>();
const whenClosed = new WeakMap<FastifyInstance, Promise<unknown>>();

/** While the server drains, every response ends its connection, so that the proxy opens the next one elsewhere. */
export function endConnectionsWhenDraining(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.has(server)) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Ends every connection that has no call when the server closes. Node ends only those that wait between two calls: it would
 * wait forever for a browser's spare connection or half a request, since its timeout for headers no longer runs by then.
 */
export function endIdleConnectionsOnClose(server: FastifyInstance): void {
  const callsOf = new Map<Socket, number>();
  let isClosing = false;
  const add = (socket: Socket, calls: number) => {
    const before = callsOf.get(socket);
    if (before === undefined) return; // it closed before its response did
    const sum = before + calls;
    callsOf.set(socket, sum);
    if (isClosing && sum === 0) socket.destroySoon();
  };
  server.server.on('connection', (socket: Socket) => {
    callsOf.set(socket, 0);
    socket.once('close', () => callsOf.delete(socket));
  });
  server.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    add(socket, 1);
    reply.raw.once('close', () => add(socket, -1));
    done();
  });
  server.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of callsOf.keys()) add(socket, 0);
    void stopListening(server).then(() => done());
  });
}

/** From now on connections are refused, so that a proxy opens them elsewhere. Resolves when the last of the others has ended. */
function stopListening(server: FastifyInstance): Promise<unknown> {
  const closed = whenClosed.get(server) ?? once(server.server, 'close');
  whenClosed.set(server, closed);
  Server.prototype.close.call(server.server); // http's own would also end connections between two calls
  return closed;
}

/**
 * Completes requests and jobs in progress, then exits with 0; with 1 if that takes more than 10 s. `endStreams` ends the
 * responses that would never end by themselves.
 */
export function stopOnSignal(app: NestFastifyApplication, endStreams: () => void): void {
  const stop = () => {
    setTimeout(() => process.exit(1), SHUTDOWN_SECONDS * 1000).unref();
    endStreams();
    drain(app.getHttpAdapter().getInstance())
      .then(() => app.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Serves the connections that are open until each has had its last response, for a second at most. */
async function drain(server: FastifyInstance): Promise<void> {
  draining.add(server);
  await setImmediate(); // the rest of this turn
  // Closing would reset those that wait to be accepted, and Node accepts only a few in a turn: goes on until none came.
  let accepted = 0;
  server.server.on('connection', () => accepted++);
  const end = performance.now() + DRAIN_MS;
  let before: number;
  do {
    before = accepted;
    await setImmediate();
  } while (accepted > before && performance.now() < end);
  await Promise.race([stopListening(server), pause(DRAIN_MS)]);
}
