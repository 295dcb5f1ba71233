import type { Match } from '@spareswipe/contract';
import { otherName } from '../../features/matches/sides';
import type { Exchange } from '../../features/ratings/exchange';

/** What a rating of this match is about. */
export const exchangeOf = (match: Match): Exchange => ({
  matchId: match._id,
  status: match.status,
  dispute: match.dispute,
  said: match.said,
  noCountsUntil: match.noCountsUntil,
  meal: match.request,
  side: match.userRole,
  other: otherName(match),
});
