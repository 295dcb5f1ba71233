import type { Match } from '@spareswipe/contract';
import { otherName } from '../../features/matches/sides';
import type { Exchange } from '../../features/ratings/exchange';

/** What a rating of this match is about. */
export const exchangeOf = (match: Match): Exchange => ({
  matchId: match._id,
  status: match.status,
  side: match.userRole,
  isDisputed: match.dispute !== null,
  disputableUntil: match.disputableUntil,
  other: otherName(match),
});
