import { z } from 'zod';

const rating = z
  .object({
    score: z.number().int().nullable(),
    followedThrough: z.boolean(),
    /** Only for the rated student. */
    comment: z.string().optional(),
  })
  .nullable();

/** Both ratings of a match; null until given, or while hidden from the viewer. The requester gave `requesterRating`. */
export const givenRatings = z.object({ requesterRating: rating, fulfillerRating: rating });
export type GivenRatings = z.infer<typeof givenRatings>;
