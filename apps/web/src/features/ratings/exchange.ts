import type { Match, RequestedMeal, Side } from '@spareswipe/contract';

/** The exchange that a rating is about, from the side of the student who gives it. */
export interface Exchange extends Pick<Match, 'status' | 'dispute' | 'said' | 'noCountsUntil'> {
  matchId: string;
  side: Side;
  meal: RequestedMeal;
  /** The other student's name. */
  other: string;
}

/** Under this name a rating that is not sent yet is kept. */
export const keptRating = ({ matchId, side }: Exchange) => `rating ${matchId} ${side}`;
