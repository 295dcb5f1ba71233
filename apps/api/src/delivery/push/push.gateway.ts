import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import webPush, { type Urgency } from 'web-push';
import { waits } from '../../platform/common/waits.js';
import { Settings } from '../../platform/config/settings.js';
import { vapidPublicKey } from '../../platform/config/vapid-key.js';
import { isAllowedEndpoint, lookupPublic } from './public-address.js';

/** Students choose the hosts, and a host may never close a connection that is kept for the next notification. */
const UNUSED_MS = 60_000;
const RESPONSE_MAX_BYTES = 64 * 1024;

export interface Subscriber {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Delivery {
  payload: object;
  ttlSeconds: number;
  urgency: Urgency;
  /** A waiting notification with the same topic is replaced. At most 32 characters of base64url. */
  topic: string;
}

/** The response of a push service. `retryAfterSeconds`: when to try again. */
export interface PushResponse {
  status: number;
  retryAfterSeconds?: number;
}

/**
 * The only file that calls push services (RFC 8030), encrypted for the browser (RFC 8291) and signed by us (RFC 8292). The
 * library prepares the request; we send it, since endpoints come from students and may lead only to the public internet.
 */
@Injectable()
export class PushGateway {
  /** The key that browsers subscribe with; null where notifications are not set up. */
  readonly publicKey: string | null;
  private readonly vapid: { subject: string; publicKey: string; privateKey: string } | undefined;
  private readonly localToo: boolean;
  private readonly agents = {
    'https:': new https.Agent({ keepAlive: true, timeout: UNUSED_MS, lookup: lookupPublic() }),
    'http:': new http.Agent(),
  };

  constructor({ VAPID_PRIVATE_KEY: privateKey, MAIL_FROM, NODE_ENV }: Settings) {
    this.localToo = NODE_ENV !== 'production';
    this.publicKey = privateKey ? vapidPublicKey(privateKey) : null;
    if (!privateKey || !this.publicKey) return;
    const subject = `mailto:${MAIL_FROM.replace(/^.*<|>$/g, '')}`;
    this.vapid = { subject, publicKey: this.publicKey, privateKey };
  }

  mayReach(endpoint: string): boolean {
    return isAllowedEndpoint(endpoint, this.localToo);
  }

  /** Throws if the push service can't be reached or its address is not public. Follows no redirect. */
  async post(
    { endpoint, ...keys }: Subscriber,
    { payload, ttlSeconds, urgency, topic }: Delivery,
  ): Promise<PushResponse> {
    if (!this.mayReach(endpoint)) throw Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' });
    const { body, headers, method } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
      vapidDetails: this.vapid,
      TTL: ttlSeconds,
      urgency,
      topic,
    });
    const url = new URL(endpoint);
    const signal = AbortSignal.timeout(waits.pushResponse);
    const isPlain = url.protocol === 'http:';
    const request = (isPlain ? http : https).request(url, {
      method,
      headers,
      agent: this.agents[isPlain ? 'http:' : 'https:'],
      signal,
    });
    request.end(body);
    // an endpoint may end the request without a response or an error, as by 101 Switching Protocols
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    discard(response);
    return { status: response.statusCode!, ...retryAfter(response.headers['retry-after']) };
  }
}

/** Reads a short body, so that the connection can be used again, and hangs up on a long one. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > RESPONSE_MAX_BYTES) response.destroy();
  });
}

/** Seconds or a date (RFC 9110); anything else counts as absent. */
function retryAfter(header: string | undefined): { retryAfterSeconds?: number } {
  if (!header) return {};
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? { retryAfterSeconds: Math.min(Math.max(seconds, 0), 24 * 3600) } : {};
}
