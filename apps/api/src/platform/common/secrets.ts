import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text for a mailed link or for a browser to keep. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** What is stored of a secret: SHA-256. So many random bits need no salt. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
