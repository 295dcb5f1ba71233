import {
  CONTEST_DAYS,
  CONTEST_WINDOW_HOURS,
  DISPUTE_DAYS,
  NO_COUNTS_HOURS,
  OPEN_MATCHES_MAX,
  OPEN_MATCHES_MAX_TRUSTED,
  REQUESTER_RELEASES_UNTIL_MINUTES,
  TRUSTED_AFTER_STUDENTS,
} from '../constants.js';
import type { DisputeAward, MatchStatus, Side } from '../status.js';
import { otherSide } from './lifecycle.js';

const HOUR_MS = 60 * 60_000;

/** How many accepted matches a fulfiller may have at once, after so many others have confirmed exchanges. */
export const openMatchesMax = (confirmedBy: number) =>
  confirmedBy >= TRUSTED_AFTER_STUDENTS ? OPEN_MATCHES_MAX_TRUSTED : OPEN_MATCHES_MAX;

/** What a "No" depends on, besides who says it and when. */
export interface Story {
  status: MatchStatus;
  /** Who said that it happened: marked it complete, said "Yes" or "It's them". */
  said: Record<Side, boolean>;
  noCountsUntil: Date;
}

/**
 * Until when a "No" has an effect: both sides know by then whether they met. `completedAt`: when a side, not the clock,
 * completed the match.
 */
export const noCountsUntil = (deadline: Date, completedAt: Date | null) =>
  new Date(Math.max(deadline.getTime(), completedAt?.getTime() ?? 0) + NO_COUNTS_HOURS * HOUR_MS);

/**
 * What a "No" does. `dispute`: the other side says that it happened, or the requester who now denies it has. `void`: nobody
 * does, so the meal returns and the other side gets a strike. `give back`: the same of a completed match, whose fulfiller has
 * the meal. `nothing`: it comes too late.
 */
export function effectOfNo({ status, said, noCountsUntil }: Story, side: Side, now: Date) {
  if (status === 'cancelled' || now > noCountsUntil) return 'nothing';
  if (said[otherSide(side)] || (side === 'requester' && said.requester)) return 'dispute';
  return status === 'accepted' ? 'void' : 'give back';
}

/** "I can't make it": while nobody has said that it happened; for the requester until 30 minutes before the deadline. */
export const canRelease = ({ status, said }: Pick<Story, 'status' | 'said'>, side: Side, deadline: Date, now: Date) =>
  status === 'accepted' &&
  !said.requester &&
  !said.fulfiller &&
  (side === 'fulfiller' || now.getTime() <= deadline.getTime() - REQUESTER_RELEASES_UNTIL_MINUTES * 60_000);

/** When a dispute ends by itself. */
export const disputeEndsAt = (openedAt: Date) => new Date(openedAt.getTime() + DISPUTE_DAYS * 24 * HOUR_MS);

/** Until when a strike may be contested, where the campus has an operator. */
export const contestableUntil = (struckAt: Date) => new Date(struckAt.getTime() + CONTEST_WINDOW_HOURS * HOUR_MS);

/** When a contested strike stands if nobody decides. */
export const contestEndsAt = (contestedAt: Date) => new Date(contestedAt.getTime() + CONTEST_DAYS * 24 * HOUR_MS);

/** Who gets the credit of an undecided dispute: the side with fewer disputes; on a tie, nobody. */
export const awardWhenUndecided = (disputes: { requester: number; fulfiller: number }): DisputeAward => {
  if (disputes.requester === disputes.fulfiller) return 'nobody';
  return disputes.requester < disputes.fulfiller ? 'requester' : 'fulfiller';
};
