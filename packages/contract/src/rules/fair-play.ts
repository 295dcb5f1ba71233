import {
  CONTEST_DAYS,
  CONTEST_WINDOW_HOURS,
  DISPUTE_DAYS,
  DISPUTE_WINDOW_HOURS,
  OPEN_MATCHES_MAX,
  OPEN_MATCHES_MAX_TRUSTED,
  TRUSTED_AFTER_EXCHANGES,
} from '../constants.js';
import type { DisputeAward } from '../status.js';

const HOUR_MS = 60 * 60_000;

/** How many accepted matches a fulfiller may have at once, after this many exchanges that the other side confirmed. */
export const openMatchesMax = (confirmedExchanges: number) =>
  confirmedExchanges >= TRUSTED_AFTER_EXCHANGES ? OPEN_MATCHES_MAX_TRUSTED : OPEN_MATCHES_MAX;

/** Until when a "No" opens a dispute. Before the deadline nobody can know about a no-show, so the time starts there. */
export const disputableUntil = (completedAt: Date, deadline: Date) =>
  new Date(Math.max(completedAt.getTime(), deadline.getTime()) + DISPUTE_WINDOW_HOURS * HOUR_MS);

/** Whether a "No" still opens a dispute. */
export const canDispute = (completedAt: Date, deadline: Date, now: Date) =>
  now <= disputableUntil(completedAt, deadline);

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
