import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const METHOD = { alg: 'dir', enc: 'A256GCM' };

/** Encrypts text that waits in the database, such as a mailed token of which otherwise only the hash is stored. */
export function seal(text: string, secret: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader(METHOD).encrypt(keyOf(secret));
}

/** Throws if the text was sealed with another secret. */
export async function unseal(sealed: string, secret: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, keyOf(secret), {
    keyManagementAlgorithms: [METHOD.alg],
    contentEncryptionAlgorithms: [METHOD.enc],
  });
  return Buffer.from(plaintext).toString();
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'spareswipe sealed text', 32));
