import { z } from 'zod';
import { COMMENT_MAX, SCORE_MAX, SCORE_MIN } from './constants.js';
import { optionalLines } from './wire.js';

const CHOOSE_SCORE = 'Please choose a rating from 1 to 5';

/** A rating of the other side. `score` counts, and is required, only when they followed through. */
export const rateMatch = z
  .object({
    score: z
      .number({ error: CHOOSE_SCORE })
      .int(CHOOSE_SCORE)
      .min(SCORE_MIN, CHOOSE_SCORE)
      .max(SCORE_MAX, CHOOSE_SCORE)
      .nullish(),
    comment: optionalLines(COMMENT_MAX, 'Comment cannot be more than 300 characters'),
    followedThrough: z.boolean({ error: 'Please say whether they followed through' }),
  })
  .refine(({ score, followedThrough }) => !followedThrough || typeof score === 'number', {
    path: ['score'],
    error: CHOOSE_SCORE,
  });
export type RateMatch = z.infer<typeof rateMatch>;

const rating = z.object({ score: z.number().int().nullable(), followedThrough: z.boolean() }).nullable();

/** Each side's rating: null until given, or while blind to the viewer. `requesterRating` is what the requester gave. */
export const ratings = z.object({ requesterRating: rating, fulfillerRating: rating });
export type Ratings = z.infer<typeof ratings>;
