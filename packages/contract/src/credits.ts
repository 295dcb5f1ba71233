import { z } from 'zod';
import { disputeAward } from './status.js';
import { c, id, pageQuery, pagination, success, timestamp } from './wire.js';

export const transferKind = z.enum([
  'grant',
  'hold',
  'capture',
  'release',
  'purchase',
  'reversal',
  'repay',
  'dispute',
  'award',
  'adjustment',
]);
export type TransferKind = z.infer<typeof transferKind>;

/**
 * One movement of a student's credits. `balance` is available credits minus owed credits after the movement, and `amount`
 * is the change of that figure. Only a student in debt has a negative balance.
 */
export const creditEntry = z.object({
  /** The ledger's sequence number of the movement. It is not a UUID, so it is not called `_id`. */
  sequence: z.string(),
  kind: transferKind,
  amount: z.number().int(),
  balance: z.number().int(),
  createdAt: timestamp,
  request: z.object({ _id: id, mealPeriod: z.string(), mealDescription: z.string(), location: z.string() }).nullable(),
  /** Who gets the meal of a dispute about this request. Giving back and an operator's void count as one, for the requester. Null without one. */
  dispute: disputeAward.or(z.literal('undecided')).nullable(),
});
export type CreditEntry = z.infer<typeof creditEntry>;

export const credits = c.router({
  history: {
    method: 'GET',
    path: '/users/credit-history',
    summary: "Every movement of the student's credits, newest first",
    query: z.object(pageQuery),
    responses: {
      200: success({
        entries: z.array(creditEntry),
        /** Credits of refunded purchases that the student had spent. */
        owed: z.number().int(),
        /** Credits of disputes that the student had spent; the next credits they receive pay these. */
        claimed: z.number().int(),
        pagination,
      }),
    },
  },
});
