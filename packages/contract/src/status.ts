import { z } from 'zod';

export const requestStatus = z.enum(['active', 'matched', 'completed', 'cancelled', 'expired']);
export type RequestStatus = z.infer<typeof requestStatus>;

export const matchStatus = z.enum(['accepted', 'completed', 'cancelled']);
export type MatchStatus = z.infer<typeof matchStatus>;

export const side = z.enum(['requester', 'fulfiller']);
export type Side = z.infer<typeof side>;
