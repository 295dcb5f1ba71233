import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientOf } from './client.js';
import { withOrigin, withPreview, type LinkPreview } from './link-preview.js';

const LANDING = 'landing.html';
const BROWSE = 'requests.html';
/** Each one is a query that anybody can cause, so above this number an address gets the page without the query. Counted per process. */
const PREVIEWS_PER_MINUTE = 60;
const WEB = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

interface Options {
  /** The origin that students know. */
  origin: string;
  /** A campus has a sign-on: pages say so to their script (apps/web/src/shared/session/sign-on.ts). */
  hasSignOn?: boolean;
  /** The preview of a shared request; undefined if it can't be accepted. */
  previewOf: (requestId: string) => Promise<LinkPreview | undefined>;
  root?: string;
}

/**
 * Serves the built web app from the API's own origin. Hashed files are cached forever and sent as compressed at build
 * time. Every other path outside `/api` is a screen: it gets the page painted for it (`/login` is `login.html`) or the
 * plain one, revalidated on each visit. The link of a shared request gets that request's preview. In production nginx serves
 * the files, and asks for that one page only.
 */
export async function serveWeb(
  server: FastifyInstance,
  { origin, previewOf, hasSignOn = false, root = WEB }: Options,
): Promise<void> {
  if (!existsSync(root)) return;
  const pages = new Set(readdirSync(root).filter((name) => name.endsWith('.html')));
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', cachingOf(path)),
  });
  if (hasSignOn)
    server.addHook('onSend', async (_request, reply) => {
      if (String(reply.getHeader('content-type')).startsWith('text/html')) reply.header('server-timing', 'sign-on');
    });
  const previews = new RateLimiterMemory({ points: PREVIEWS_PER_MINUTE, duration: 60 });
  // the pages with a preview (apps/web/build/first-paint.ts)
  const previewed = new Map(
    [LANDING, BROWSE]
      .filter((name) => pages.has(name))
      .map((name) => [name, compressed(withOrigin(readFileSync(join(root, name), 'utf8'), origin))]),
  );
  const sendPage = ({ headers }: FastifyRequest, reply: FastifyReply, { html, gzip }: Page) => {
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return html;
    reply.header('content-encoding', 'gzip');
    return gzip;
  };
  server.get<{ Querystring: { open?: unknown } }>('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (/^\/+api(\/|$)/i.test(path) || /\.\w+$/.test(path)) return reply.callNotFound();
    const painted = path === '/' ? LANDING : `${path.slice(1)}.html`;
    const page = previewed.get(painted);
    if (page === undefined) return reply.sendFile(pages.has(painted) ? painted : 'index.html');
    const { open } = request.query;
    if (painted !== BROWSE || typeof open !== 'string')
      return sendPage(request, reply.header('cache-control', 'no-cache'), page);
    // without the database, or over the limit, the link still opens, with the page's own preview
    const preview = await previews
      .consume(clientOf(request).address)
      .then(() => previewOf(open))
      .catch(() => undefined);
    // not stored: the request may be taken a moment later
    reply.header('cache-control', 'no-store');
    const own = preview && compressed(withPreview(page.html, `${origin}/requests?open=${open}`, preview));
    return sendPage(request, reply, own ?? page);
  });
}

interface Page {
  html: string;
  gzip: Buffer;
}
const compressed = (html: string): Page => ({ html, gzip: gzipSync(html) });

const cachingOf = (path: string) =>
  /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
