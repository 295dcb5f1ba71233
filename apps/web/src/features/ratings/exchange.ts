import type { MatchStatus, Side } from '@spareswipe/contract';

/** The exchange that a rating is about, from the side of the student who gives it. */
export interface Exchange {
  matchId: string;
  status: MatchStatus;
  side: Side;
  /** Then the dispute decides who gets a strike, and a No changes nothing. */
  isDisputed: boolean;
  /** Until when the requester's No can open a dispute, once the match is complete. */
  disputableUntil: string | null;
  /** The other student's name. */
  other: string;
}
