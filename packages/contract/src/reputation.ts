import { z } from 'zod';
import { SCORE_MAX, SCORE_MIN } from './constants.js';

/** What other students see of a student's past exchanges, once enough ratings count. */
export const reputation = z.object({
  /** Average of the counted ratings, rounded to half stars. */
  stars: z.number().min(SCORE_MIN).max(SCORE_MAX).multipleOf(0.5),
  /** Completed exchanges in which the student was the fulfiller. */
  meals: z.number().int().nonnegative(),
});
export type Reputation = z.infer<typeof reputation>;

/** Another student on a request or match. No `reputation` below `REPUTATION_MIN_RATINGS`, nor in the responses to posting and accepting. */
export const otherStudent = z.object({ name: z.string(), reputation: reputation.optional() });
