import { createHash } from 'node:crypto';

/** Replaces the address of a closed account by its hash: not personal, but the address is still recognised. */
export const closedAddress = (email: string): string =>
  `${createHash('sha256').update(email).digest('hex')}@closed.invalid`;
