import {
  disputeEndsAt,
  type Dispute,
  type DisputeAward,
  type MatchStatus,
  type RatingsOfMatch,
} from '@spareswipe/contract';

/**
 * A match `m` with its fulfiller and both ratings, for lists of requests and of matches. Reads tables of users, matches,
 * ratings and disputes, so that a list takes one round trip.
 */
export const matchColumns = `
  m.id AS "matchId", m.status AS "matchStatus", m.created_at AS "matchedAt", fulfiller.name AS "fulfillerName",
  dispute.opened_at AS "disputedAt", dispute.decided_at AS "decidedAt", dispute.awarded_to AS "awardedTo",
  by_requester.score AS "requesterScore", by_requester.followed_through AS "requesterFollowedThrough",
  by_requester.created_at AS "requesterRatedAt", by_fulfiller.score AS "fulfillerScore",
  by_fulfiller.followed_through AS "fulfillerFollowedThrough", by_fulfiller.created_at AS "fulfillerRatedAt"`;

export const matchJoins = `
  LEFT JOIN students fulfiller ON fulfiller.id = m.fulfiller_id
  LEFT JOIN ledger.disputes dispute ON dispute.match_id = m.id
  LEFT JOIN ratings by_requester ON by_requester.match_id = m.id AND by_requester.side = 'requester'
  LEFT JOIN ratings by_fulfiller ON by_fulfiller.match_id = m.id AND by_fulfiller.side = 'fulfiller'`;

export interface MatchRow extends RatingsOfMatch {
  matchId: string;
  matchStatus: MatchStatus;
  matchedAt: Date;
  fulfillerName: string;
  disputedAt: Date | null;
  decidedAt: Date | null;
  awardedTo: DisputeAward | null;
}

export const toDispute = ({ disputedAt, decidedAt, awardedTo }: MatchRow): Dispute =>
  disputedAt && {
    openedAt: disputedAt.toISOString(),
    endsAt: disputeEndsAt(disputedAt).toISOString(),
    decidedAt: decidedAt && decidedAt.toISOString(),
    awardedTo,
  };
