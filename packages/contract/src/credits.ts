import { z } from 'zod';
import { c, id, pageQuery, pagination, success, timestamp } from './wire.js';

export const transferKind = z.enum(['grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay']);
export type TransferKind = z.infer<typeof transferKind>;

/**
 * One movement of a student's credits. `amount` is the change of what the student can spend less what they owe, in
 * credits; `balance` is that figure after it. Only a debtor's balance is negative.
 */
export const creditEntry = z.object({
  /** The ledger's own number for the movement, in the order in which they came: no UUID, so no `_id`. */
  sequence: z.string(),
  kind: transferKind,
  amount: z.number().int(),
  balance: z.number().int(),
  createdAt: timestamp,
  request: z.object({ _id: id, mealPeriod: z.string(), mealDescription: z.string(), location: z.string() }).nullable(),
});
export type CreditEntry = z.infer<typeof creditEntry>;

export const credits = c.router({
  history: {
    method: 'GET',
    path: '/users/credit-history',
    summary: "Every movement of the student's credits, newest first",
    query: z.object(pageQuery),
    responses: { 200: success({ entries: z.array(creditEntry), owed: z.number().int(), pagination }) },
  },
});
