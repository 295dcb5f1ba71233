import { createHash } from 'node:crypto';

const CLOSED = '@closed.invalid';

/** What stands in for the address of a closed account: nothing personal, yet it knows the address when it sees it again. */
export const closedAddress = (email: string): string => `${createHash('sha256').update(email).digest('hex')}${CLOSED}`;

/** Whether this is the address of a closed account, which nobody reads. */
export const isClosedAddress = (email: string): boolean => email.endsWith(CLOSED);
