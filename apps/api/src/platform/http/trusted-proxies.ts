import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPrivate } from './private-address.js';

type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean);

/** A wrong setting shows in nearly every call; looking at one a minute costs nothing. */
const LOOK_EVERY_MS = 60_000;

/** Fastify's `trustProxy` for the TRUST_PROXY setting: nobody, a number of hops, or the proxies at these addresses. */
export function trustedProxies(setting: string): TrustProxy {
  if (setting === 'false') return false;
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting);
  return setting.split(',').map((address) => address.trim());
}

/** Warns of a TRUST_PROXY that cannot be right: then limits count all students as one, or believe any address. */
export function warnOfProxies(server: FastifyInstance, setting: string): void {
  let nextLook = 0;
  server.addHook('onRequest', (request, _reply, done) => {
    if (Date.now() >= nextLook && request.headers['x-forwarded-for']) {
      nextLook = Date.now() + LOOK_EVERY_MS;
      const problem = problemOf(setting, request);
      if (problem) request.log.warn({ alert: 'trust-proxy' }, `TRUST_PROXY cannot be right: ${problem}`);
    }
    done();
  });
}

function problemOf(setting: string, { headers, ip, socket }: FastifyRequest): string | undefined {
  const named = String(headers['x-forwarded-for'])
    .split(',')
    .map((address) => address.trim());
  // Anybody may send this header; a private address is a proxy of ours.
  if (!isPrivate(socket.remoteAddress ?? '')) return undefined;
  if (setting === 'false') return 'a proxy names the addresses of clients, and nobody believes it';
  if (named.length < Number(setting)) return 'the calls come through fewer proxies';
  if (isPrivate(ip) && named.some((address) => isIP(address) && !isPrivate(address)))
    return 'the calls come through more proxies';
  return undefined;
}
