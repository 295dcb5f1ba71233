import { createDecipheriv, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const METHOD = { alg: 'dir', enc: 'A256GCM' };

/** Encrypts text that waits in the database, such as a mailed token of which otherwise only the hash is stored. */
export function seal(text: string, secret: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader(METHOD).encrypt(keyOf(secret));
}

/** Throws if the text was sealed with another secret. */
export async function unseal(sealed: string, secret: string): Promise<string> {
  if (!sealed.includes('.')) return unsealFormer(sealed, secret);
  const { plaintext } = await compactDecrypt(sealed, keyOf(secret), {
    keyManagementAlgorithms: [METHOD.alg],
    contentEncryptionAlgorithms: [METHOD.enc],
  });
  return Buffer.from(plaintext).toString();
}

/**
 * The format before JWE, for links queued before the deploy that brought it. They expire within 24 h: then delete this.
 * The former version can't open JWE, so stop its instances first; else a student may have to ask for the link again.
 */
function unsealFormer(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'spareswipe sealed text', 32));
