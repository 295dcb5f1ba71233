import { createECDH, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

/** What a browser keeps to decrypt its pushes (RFC 8291). */
interface Keys {
  privateKey: ECDH;
  authSecret: Buffer;
}
interface Subscriber extends Keys {
  publicKey: string;
}

// http_ece ships no types; this is the part we use.
const require = createRequire(import.meta.url);
const { decrypt } = require('http_ece') as { decrypt: (body: Buffer, how: Keys & { version: 'aes128gcm' }) => Buffer };

/** A notification as it arrived: decrypted, with the headers of RFC 8030. */
export interface DeliveredPush {
  endpoint: string;
  payload: Record<string, unknown>;
  ttlSeconds: number;
  urgency: string | undefined;
  topic: string | undefined;
}

/** How the service responds to the next pushes, and `after` what. `silent`: it takes them and never responds. */
export type PushBehaviour =
  | { status: number; headers?: Record<string, string>; after?: Promise<void>; times?: number }
  | { silent: true; times?: number };

/**
 * A push service for tests, on this machine. It refuses what a real one refuses: a wrong signature of the sender (RFC 8292),
 * a body that its browser can't decrypt (RFC 8291), headers that are missing (RFC 8030).
 */
export async function startPushService() {
  const subscribers = new Map<string, Subscriber>();
  const delivered: DeliveredPush[] = [];
  const problems: string[] = [];
  const attempts: string[] = [];
  const behaviours: PushBehaviour[] = [];

  const take = (): PushBehaviour => {
    const [next] = behaviours;
    if (!next) return { status: 201 };
    if (next.times !== undefined && --next.times <= 0) behaviours.shift();
    return next;
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `${url}${request.url}`;
    attempts.push(endpoint);
    const body = await buffer(request);
    const behaviour = take();
    if ('silent' in behaviour) return;
    if ('after' in behaviour) await behaviour.after;
    const subscriber = subscribers.get(endpoint);
    const status = subscriber ? behaviour.status : 404;
    if (status === 201) {
      try {
        delivered.push(await readPush(endpoint, request, body, subscriber!, url));
      } catch (error) {
        problems.push((error as Error).message);
        return void response.writeHead(400).end((error as Error).message);
      }
    }
    response.writeHead(status, 'headers' in behaviour ? behaviour.headers : {}).end();
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    delivered,
    /** Why it refused pushes, which a real service would also have refused. */
    problems,
    /** The endpoint of every attempt, delivered or not. */
    attempts,
    /** What the push manager of a browser returns when it subscribes with this key of the sender. */
    subscribe(publicKey: string) {
      const endpoint = `${url}/push/${subscribers.size + 1}`;
      const [privateKey, authSecret] = [createECDH('prime256v1'), randomBytes(16)];
      const keys = { p256dh: privateKey.generateKeys('base64url'), auth: authSecret.toString('base64url') };
      subscribers.set(endpoint, { publicKey, privateKey, authSecret });
      return { endpoint, keys, publicKey };
    },
    /** The browser has gone: its endpoint is unknown from now on. */
    forget: (endpoint: string) => subscribers.delete(endpoint),
    to: (endpoint: string) => delivered.filter((push) => push.endpoint === endpoint),
    /** Responds this way from now on, or `times` times. */
    behave: (behaviour: PushBehaviour) => void behaviours.push({ ...behaviour }),
    /** Responds normally again. */
    recover: () => void behaviours.splice(0),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type PushServiceStandIn = Awaited<ReturnType<typeof startPushService>>;

async function readPush(
  endpoint: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  { publicKey, ...keys }: Subscriber,
  origin: string,
): Promise<DeliveredPush> {
  const ttl = headers['ttl'];
  if (method !== 'POST') throw new Error('not a POST');
  if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) throw new Error('no TTL');
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted with aes128gcm');
  await checkVapid(headers.authorization, publicKey, origin);
  const text = decrypt(body, { version: 'aes128gcm', ...keys }).toString();
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  return {
    endpoint,
    payload: JSON.parse(text) as Record<string, unknown>,
    ttlSeconds: Number(ttl),
    urgency: header('urgency'),
    topic: header('topic'),
  };
}

/** RFC 8292: a JWT for this service, signed with the key that the browser subscribed with. */
async function checkVapid(authorization = '', publicKey: string, origin: string): Promise<void> {
  const [, token = '', key] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('not signed with the key of this subscription');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const rules = { algorithms: ['ES256'], audience: origin, requiredClaims: ['exp'] };
  const { payload } = await jwtVerify(token, { kty: 'EC', crv: 'P-256', x, y }, rules);
  if (payload.exp! > Date.now() / 1000 + 24 * 3600) throw new Error('the signature lasts too long');
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(String(payload.sub))) throw new Error('no contact of the sender');
}
