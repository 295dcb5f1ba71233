import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/**
 * Serves the built web app from the API's own origin. Hashed files are cached for ever and sent as compressed at build
 * time. Every other path outside `/api` is a screen: it gets the page painted for it (`/login` is `login.html`) or the
 * plain one, revalidated on each visit.
 */
export async function serveWeb(server: FastifyInstance, root = WEB): Promise<void> {
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
  server.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (/^\/+api(\/|$)/i.test(path) || /\.\w+$/.test(path)) return reply.callNotFound();
    const painted = path === '/' ? 'landing.html' : `${path.slice(1)}.html`;
    return reply.sendFile(pages.has(painted) ? painted : 'index.html');
  });
}

const cachingOf = (path: string) =>
  /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
