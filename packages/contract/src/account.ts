import { z } from 'zod';
import { reputation } from './reputation.js';
import { c, fails, success, successMessage } from './wire.js';

export const stats = z.object({
  requests: z.object({ active: z.number().int(), total: z.number().int() }),
  fulfillments: z.object({ total: z.number().int() }),
  totalCompleted: z.number().int(),
  /** The student's own, as others see it; absent below `REPUTATION_MIN_RATINGS`. */
  reputation: reputation.optional(),
  /** Exchanges of the student's campus that were completed in the last 7 days. */
  campus: z.object({ mealsThisWeek: z.number().int() }).optional(),
});
export type Stats = z.infer<typeof stats>;

export const deactivate = z.object({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
});
export type Deactivate = z.infer<typeof deactivate>;

export const account = c.router({
  stats: {
    method: 'GET',
    path: '/users/stats',
    summary: 'Counts for the dashboard and the profile',
    responses: { 200: success({ stats }) },
  },
  deactivate: {
    method: 'POST',
    path: '/users/deactivate',
    summary: 'Close the account: refunds active requests, releases accepted matches, ends all sessions',
    body: deactivate,
    responses: { 200: successMessage, ...fails('INVALID_CREDENTIALS') },
  },
});
