import type { Match, Side } from '@spareswipe/contract';

/** The exchange that a rating is about, from the side of the student who gives it. */
export interface Exchange extends Pick<Match, 'status' | 'dispute' | 'said' | 'noCountsUntil'> {
  matchId: string;
  side: Side;
  deadline: string;
  /** The other student's name. */
  other: string;
}
