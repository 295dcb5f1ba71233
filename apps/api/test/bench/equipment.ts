import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { PgBoss } from 'pg-boss';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { readSettings } from '../../src/platform/config/settings.js';
import { createLogger, RequestLog } from '../../src/platform/http/logging.js';
import { securityHeaders } from '../../src/platform/http/security-headers.js';

const settings = () => readSettings(process.env);

/** Options of Fastify for the same log line as the API's. */
export const sameLog = (): FastifyServerOptions => ({
  loggerInstance: createLogger(settings()),
  logController: new RequestLog(),
  genReqId: () => randomUUID(),
});

/** Gives a bare server what the API also does around every call: response headers, metrics and a worker for mails. */
export async function equip(server: FastifyInstance, connectionString: string): Promise<void> {
  const headers = securityHeaders(settings());
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers).header('x-request-id', request.id).header('cache-control', 'no-store');
    done(null, payload);
  });
  collectDefaultMetrics();
  const calls = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    calls.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  const boss = new PgBoss({ connectionString, max: 3, migrate: false, schedule: false, registerInstance: false });
  await boss.start();
  await boss.work('mail', () => Promise.resolve()); // mails of the bench wait a day
}
