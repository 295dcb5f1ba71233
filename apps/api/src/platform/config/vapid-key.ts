import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { keptIn } from './kept-secret.js';

/** The private key of a local start, with which push services recognise us. Kept, since browsers subscribe with its public half. */
export const localVapidKey = (dataDir: string): string =>
  keptIn(dataDir, 'vapid-private-key', () => webPush.generateVAPIDKeys().privateKey);

/** The public half, as browsers take it. Throws if the text is no private key. */
export function vapidPublicKey(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) throw new Error('a private key has 32 bytes');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes);
  return pair.getPublicKey('base64url');
}
