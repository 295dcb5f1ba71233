import { createHash } from 'node:crypto';

/** What stands in for the address of a closed account: nothing personal, yet it knows the address when it sees it again. */
export const closedAddress = (email: string): string =>
  `${createHash('sha256').update(email).digest('hex')}@closed.invalid`;
