import { z } from 'zod';
import { COMMENT_MAX, SCORE_MAX, SCORE_MIN } from './constants.js';
import { match } from './matches.js';
import { c, fails, idempotencyHeaders, idParam, optionalLines, success } from './wire.js';

const CHOOSE_SCORE = `Please choose a rating from ${SCORE_MIN} to ${SCORE_MAX}`;

/** A rating of the other side. `score` counts, and is required, only when they followed through. */
export const rateMatch = z
  .object({
    score: z
      .number({ error: CHOOSE_SCORE })
      .int(CHOOSE_SCORE)
      .min(SCORE_MIN, CHOOSE_SCORE)
      .max(SCORE_MAX, CHOOSE_SCORE)
      .nullish(),
    comment: optionalLines(COMMENT_MAX, `Comment cannot be more than ${COMMENT_MAX} characters`),
    followedThrough: z.boolean({ error: 'Please say whether they followed through' }),
  })
  .refine(({ score, followedThrough }) => !followedThrough || typeof score === 'number', {
    path: ['score'],
    error: CHOOSE_SCORE,
  });
export type RateMatch = z.infer<typeof rateMatch>;

export const ratings = c.router({
  rate: {
    method: 'POST',
    path: '/matches/:id/rate',
    summary: 'Rate the other side, once; not following through is a strike',
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: rateMatch,
    responses: {
      200: success({ match }),
      ...fails('NOT_FOUND', 'ALREADY_RATED', 'MATCH_NOT_ACTIVE', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
});
