import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { stopOnSignal } from './platform/http/shutdown.js';
import { serveWeb } from './platform/http/web-files.js';
import { Settings } from './platform/config/settings.js';
import { Metrics } from './operations/health/metrics.js';
import { Streams } from './delivery/live/streams.js';
import { LinkPreviewService } from './exchange/requests/link-preview.service.js';

/** http-adapter.ts parses bodies, main.ts reports a failed start, and Nest's own start-up logs are of no use. */
export const nestOptions = { bodyParser: false, logger: false as const, abortOnError: false };

/** Sets up everything around the routes: CORS, metrics, the web app and a clean stop. */
export async function configure(app: NestFastifyApplication): Promise<void> {
  const settings = app.get(Settings);
  const metrics = app.get(Metrics);
  const server = app.getHttpAdapter().getInstance();
  app.enableCors({
    origin: [settings.APP_ORIGIN],
    strictPreflight: false, // an OPTIONS request without CORS headers gets the same response
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 3600,
  });
  server.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply);
    done();
  });
  const previews = app.get(LinkPreviewService);
  await serveWeb(server, {
    origin: settings.APP_ORIGIN,
    previewOf: (requestId) => previews.of(requestId),
    hasSignOn: settings.SIGN_ON.length > 0,
  });
  await app.init();
  app.useLogger(app.get(Logger));
  stopOnSignal(app, () => app.get(Streams).endAll());
}
