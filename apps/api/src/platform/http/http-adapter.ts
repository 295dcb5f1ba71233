import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { contract } from '@spareswipe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { securityHeaders } from './security-headers.js';
import type { Settings } from '../config/settings.js';
import { AppError } from '../common/app-error.js';
import { ErrorFilter } from './error.filter.js';
import { shedLoad, STREAMS } from './load-shedding.js';
import { RequestLog } from './logging.js';
import { rawBodyOf } from './raw-body.js';
import { endConnectionsWhenDraining, endIdleConnectionsOnClose } from './shutdown.js';
import { trustedProxies, warnOfProxies } from './trusted-proxies.js';

const BODY_LIMIT = 16 * 1024;
/** A HEAD must not change anything, nor open a stream that it never reads, but Fastify runs the GET route for it. */
const NO_HEAD = [contract.auth.verifyEmail.path, '/api/auth/sign-on/:provider/callback', STREAMS];

/** Fastify with the limits of this API: small bodies, JSON only, short timeouts for slow clients. */
export function httpAdapter(settings: Settings, logger: Logger): FastifyAdapter {
  const errors = new ErrorFilter();
  const addHeaders = headersHook(securityHeaders(settings));
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: requestId,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 20_000,
    return503OnClosing: false, // calls that still arrive are served, see shutdown.ts
    keepAliveTimeout: 65_000, // longer than the usual 60 s of a proxy, so that the proxy hangs up first
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      // no hook runs for these errors
      addHeaders(request, reply, undefined, () =>
        // a malformed URL counts as an unknown path (spec §2), which redirects to the landing page
        request.url.startsWith('/api/') ? errors.reply(new AppError('NOT_FOUND'), request, reply) : reply.redirect('/'),
      ),
  });
  const server = adapter.getInstance<FastifyInstance>();
  acceptJsonOnly(server);
  server.addHook('onRoute', (route) => {
    const raw = rawBodyOf(route);
    if (raw) route.bodyLimit = raw.bodyLimit;
    if (NO_HEAD.includes(route.url) && route.method === 'HEAD')
      route.handler = (_request, reply) => reply.callNotFound();
  });
  warnOfProxies(server, settings.TRUST_PROXY);
  shedLoad(server, (failure, request, reply) => errors.reply(failure, request, reply));
  // on send, because CORS replies to a preflight before our other hooks run
  server.addHook('onSend', addHeaders);
  endConnectionsWhenDraining(server);
  endIdleConnectionsOnClose(server);
  return adapter;
}

const REQUEST_ID_OF_PROXY = /^[\w-]{8,64}$/;

/** The id from the proxy in front, so that all logs share it, or a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID_OF_PROXY.test(given) ? given : randomUUID();
}

/** Decides by the route, since a path can be written in several ways; by the path where no route matched. */
const isApi = ({ routeOptions, url }: FastifyRequest) =>
  Boolean(routeOptions.url?.startsWith('/api/')) || /^\/+api(\/|\?|$)/i.test(url);

/** Adds these headers and the request's id to every response, and forbids caching of API responses. */
const headersHook =
  (headers: Record<string, string>) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isApi(request)) reply.header('cache-control', 'no-store');
    done(null, payload);
  };

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const FORM_ROUTES: unknown[] = [contract.alerts.unsubscribe.path, '/api/auth/sign-on/:provider/logged-out'];

/** Accepts JSON bodies only. No body counts as `{}`, so that validation names what is missing. */
function acceptJsonOnly(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) return done(new AppError('VALIDATION_FAILED'));
    const text = body.toString();
    if (rawBodyOf(request.routeOptions)) return done(null, text);
    if (text === '') return done(null, {});
    return parseJson(request, text, done);
  });
  // mail programs unsubscribe with a form (RFC 8058), and a campus says by one that somebody logged out there
  server.addContentTypeParser(FORMS, { parseAs: 'string' }, (request, body, done) => {
    if (FORM_ROUTES.includes(request.routeOptions.url))
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    else done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
  });
  server.addHook('preHandler', (request, _reply, done) => {
    request.body ??= {};
    done();
  });
}
