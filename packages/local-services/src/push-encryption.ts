import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

const TAG_BYTES = 16;
const LAST_RECORD = 2;

export interface Subscriber {
  keys: { p256dh: string; auth: string };
  /** Decrypts a push to this browser (RFC 8291 over RFC 8188, one record). Throws if the push was not made for this browser. */
  decrypt: (body: Buffer) => Buffer;
}

/** The browser's side of the encryption of pushes, with new keys. */
export function newSubscriber(): Subscriber {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return subscriberWith(pair, randomBytes(16));
}

/** The same with given keys. */
export function subscriberWith(pair: ECDH, auth: Buffer): Subscriber {
  const own = pair.getPublicKey();
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const secret = derive(auth, pair.computeSecret(sender), info, 32);
      const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-TAG_BYTES));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
      const end = padded.lastIndexOf(LAST_RECORD);
      if (end < 0) throw new Error('not the last record');
      return padded.subarray(0, end);
    },
  };
}

const derive = (salt: Buffer, from: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', from, salt, info, length));
