import { z } from 'zod';

const NO_SUCH = { error: 'There is no such status' };

export const requestStatus = z.enum(['active', 'matched', 'completed', 'cancelled', 'expired'], NO_SUCH);
export type RequestStatus = z.infer<typeof requestStatus>;

export const matchStatus = z.enum(['accepted', 'completed', 'cancelled'], NO_SUCH);
export type MatchStatus = z.infer<typeof matchStatus>;

export const side = z.enum(['requester', 'fulfiller']);
export type Side = z.infer<typeof side>;

/** Of a completed match: the requester reported that it did not happen, and the credit went back to them. */
export const reversed = z.boolean();
