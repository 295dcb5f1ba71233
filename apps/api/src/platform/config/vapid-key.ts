import { createECDH } from 'node:crypto';

/** The public half of a private key, as browsers take it. Throws if the text is no private key. */
export function vapidPublicKey(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) throw new Error('a private key has 32 bytes');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes);
  return pair.getPublicKey('base64url');
}
