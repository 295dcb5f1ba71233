import type { Match, Side } from '@spareswipe/contract';

/** The exchange that a rating is about, from the side of the student who gives it. */
export interface Exchange extends Pick<Match, 'status' | 'said' | 'noCountsUntil'> {
  matchId: string;
  side: Side;
  deadline: string;
  /** Then the dispute decides who gets a strike, and a No changes nothing. */
  isDisputed: boolean;
  /** The other student's name. */
  other: string;
}
