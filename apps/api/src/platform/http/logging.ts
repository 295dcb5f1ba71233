import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { pino, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { Counter } from 'prom-client';
import type { Settings } from '../config/settings.js';
import type { SignedInRequest } from './current-student.js';

/** Redacted in every log line, at the top level and one level down. */
const SECRET_FIELDS = ['password', 'token', 'email', 'phoneNumber', 'authorization', 'cookie'];

/**
 * The logger of this process: JSON lines, or readable ones on a developer's terminal. An error is logged by kind,
 * message, code and stack only: a driver's error carries query parameters, a mail server's carries addresses.
 */
export function createLogger({ LOG_LEVEL, NODE_ENV }: Settings): Logger {
  const options = {
    level: LOG_LEVEL,
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => withoutQuoted(counted(line)) },
  };
  // at once, so that the lines of two loggers of one process are in order
  if (NODE_ENV === 'test') return pino(options, pino.destination({ sync: true }));
  if (process.stdout.isTTY) return pino(options, PinoPretty({ sync: true, ignore: 'pid,hostname,reqId' }));
  // Lines are written in batches, so that no request waits for its own: at 4 kB, after half a second, and at exit.
  return pino(options, pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 }));
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, code, stack: error.stack };
}

/** Log lines that an operator should look at, by topic: docs/operating.md. */
export const alertsLogged = new Counter({
  name: 'alerts_logged_total',
  help: 'Log lines with `alert`',
  labelNames: ['alert'],
  registers: [],
});

/** JSON escapes quotes within texts, so this is never a part of one. */
const ALERT = /"alert":"([\w-]+)"/;

function counted(line: string): string {
  const alert = ALERT.exec(line)?.[1];
  if (alert) alertsLogged.inc({ alert });
  return line;
}

/** An error's message may come from elsewhere and quote mail addresses or URLs with a password. */
const QUOTED = /(?<=:\/\/)[^\s/@"]*(?=@)|[\w.%+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi;
const withoutQuoted = (line: string) => (line.includes('@') ? line.replace(QUOTED, '[hidden]') : line);

/** One line per request, by its route and not its path: a path may hold a mailed token. */
export class RequestLog extends LogController {
  private lines: FastifyBaseLogger | undefined;

  override incomingRequest(): void {
    // requestCompleted logs the one line
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method, ip, routeOptions, user } = request as SignedInRequest;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    // No field of this line can hold a secret, and redaction would take longer than the rest of the line.
    this.lines ??= request.server.log.child({}, { redact: [] });
    this.lines.info({
      reqId: request.id,
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms,
      ip,
      student: user?.id,
      err: error ?? undefined,
    });
  }

  override routeNotFound(): void {
    // the error filter replies
  }
}
