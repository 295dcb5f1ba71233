import { z } from 'zod';

const NO_SUCH = { error: 'There is no such status' };

export const requestStatus = z.enum(['active', 'matched', 'completed', 'cancelled', 'expired'], NO_SUCH);
export type RequestStatus = z.infer<typeof requestStatus>;

export const matchStatus = z.enum(['accepted', 'completed', 'cancelled'], NO_SUCH);
export type MatchStatus = z.infer<typeof matchStatus>;

export const side = z.enum(['requester', 'fulfiller']);
export type Side = z.infer<typeof side>;

/** The requester reported that a completed match did not happen, and got the credit back. */
export const reversed = z.boolean();
