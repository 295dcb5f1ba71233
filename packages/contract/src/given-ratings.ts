import { z } from 'zod';

const rating = z.object({ score: z.number().int().nullable(), followedThrough: z.boolean() }).nullable();

/** Each side's rating: null until given, or while blind to the viewer. `requesterRating` is what the requester gave. */
export const givenRatings = z.object({ requesterRating: rating, fulfillerRating: rating });
export type GivenRatings = z.infer<typeof givenRatings>;
