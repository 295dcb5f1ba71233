import { z } from 'zod';
import { disputeAward } from '../status.js';
import { c, confirmedRoute, fails, id, idParam, pageQuery, pagination, success, timestamp } from '../wire.js';
import { done, withReason } from './log.js';
import { deskMeal } from './meal.js';

const disputeSide = z.object({
  _id: id,
  name: z.string(),
  /** When they said that they were at the place, and "It's them". */
  hereAt: timestamp.nullable(),
  metAt: timestamp.nullable(),
  followedThrough: z.boolean().nullable(),
  ratedAt: timestamp.nullable(),
  /** Of the rating. */
  comment: z.string().nullable(),
  disputes: z.number().int(),
});
export const deskDispute = z.object({
  matchId: id,
  openedAt: timestamp,
  endsAt: timestamp,
  completedBy: z.enum(['requester', 'fulfiller', 'system']),
  /** Null: by the "No", since that side had rated "Yes" or said "It's them", but not marked it complete. */
  completedAt: timestamp.nullable(),
  ...deskMeal.shape,
  requester: disputeSide,
  fulfiller: disputeSide,
});
export type DeskDispute = z.infer<typeof deskDispute>;

export const disputeRoutes = c.router({
  disputes: {
    method: 'GET',
    path: '/disputes',
    summary: 'Undecided disputes, the oldest first',
    query: z.object(pageQuery),
    responses: { 200: success({ disputes: z.array(deskDispute), pagination }) },
  },
  decide: {
    method: 'POST',
    path: '/disputes/:id/decide',
    summary: 'Decide a dispute; the side that does not get the credit gets a strike',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason.extend({ awardedTo: disputeAward }),
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'ALREADY_DECIDED') },
  },
});
