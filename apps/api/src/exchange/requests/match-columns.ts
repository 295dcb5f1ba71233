import {
  disputeEndsAt,
  noCountsUntil,
  otherSide,
  RATING_BLIND_DAYS,
  type Dispute,
  type DisputeAward,
  type GivenRatings,
  type MatchStatus,
  type Reputation,
  type Side,
} from '@spareswipe/contract';

const DAY_MS = 24 * 60 * 60_000;

/** SQL: the reputation of a student, or null. `student` is the alias of their row; a closed account shows none. */
export const reputationOf = (student: string) => `(
  SELECT json_build_object('stars', half_stars / 2.0, 'meals', meals) FROM reputations
   WHERE student_id = ${student}.id AND ${student}.deactivated_at IS NULL)`;

/** SQL: the rating by a side, or null. Without its comment once the other side has reported that. */
const ratingBy = (side: Side) => `
  CASE WHEN by_${side}.match_id IS NOT NULL THEN json_build_object(
    'score', by_${side}.score, 'followedThrough', by_${side}.followed_through, 'ratedAt', by_${side}.created_at,
    'comment', CASE WHEN NOT EXISTS (SELECT FROM reports WHERE match_id = m.id AND reporter_id = m.${otherSide(side)}_id
                                        AND kind = 'comment') THEN by_${side}.comment END) END`;

/** SQL: whether a side rated "Yes", or "No", before a dispute was decided. Later ratings say nothing about the dispute. */
const rated = (side: Side, followedThrough: boolean) => `(
  by_${side}.followed_through IS ${followedThrough} AND by_${side}.created_at <= coalesce(dispute.decided_at, 'infinity'))`;

/** SQL: who opened a dispute by a "No", the earlier one if both said so. A void by an operator has none before it. */
const deniedBy = `CASE
  WHEN ${rated('fulfiller', false)}
       AND NOT (${rated('requester', false)} AND by_requester.created_at < by_fulfiller.created_at) THEN 'fulfiller'
  WHEN ${rated('requester', false)} THEN 'requester' END`;

/** SQL: whether a side of a match `m` said so for both to see: marked it complete, or pressed "It's them". */
const hasSaidOpenly = (side: Side) => `(m.completed_by IS NOT DISTINCT FROM '${side}' OR m.${side}_met_at IS NOT NULL)`;

/** SQL: whether a side of a match `m` said that it happened, by a "Yes" too. */
export const hasSaid = (
  side: Side,
  saidYes = `EXISTS (SELECT FROM ratings WHERE match_id = m.id AND side = '${side}' AND followed_through)`,
) => `(${hasSaidOpenly(side)} OR ${saidYes})`;

/** SQL: nobody disputed a completed match, or the dispute went to the fulfiller. */
export const happened = (matchId: string) => `NOT EXISTS (
  SELECT FROM ledger.disputes d WHERE d.match_id = ${matchId} AND d.awarded_to IS DISTINCT FROM 'fulfiller')`;

/**
 * A match `m` with its fulfiller and both ratings, for lists of requests and of matches. Reads tables of users, matches,
 * ratings and disputes, so that a list takes one round trip.
 */
export const matchColumns = `
  m.id AS "matchId", m.status AS "matchStatus", m.created_at AS "matchedAt", fulfiller.name AS "fulfillerName",
  ${reputationOf('fulfiller')} AS "fulfillerReputation",
  dispute.opened_at AS "disputedAt", dispute.decided_at AS "decidedAt", dispute.awarded_to AS "awardedTo",
  dispute.decided_by = 'side' AS "isConceded", ${deniedBy} AS "deniedBy",
  json_build_object('requester', ${hasSaidOpenly('requester')}, 'fulfiller', ${hasSaidOpenly('fulfiller')}) AS "saidOpenly",
  json_build_object('requester', ${hasSaid('requester', rated('requester', true))},
                    'fulfiller', ${hasSaid('fulfiller', rated('fulfiller', true))}) AS said,
  m.completed_by AS "completedBy", m.completed_at AS "completedAt",
  ${ratingBy('requester')} AS "requesterRating", ${ratingBy('fulfiller')} AS "fulfillerRating"`;

export const matchJoins = `
  LEFT JOIN students fulfiller ON fulfiller.id = m.fulfiller_id
  LEFT JOIN ledger.disputes dispute ON dispute.match_id = m.id
  LEFT JOIN ratings by_requester ON by_requester.match_id = m.id AND by_requester.side = 'requester'
  LEFT JOIN ratings by_fulfiller ON by_fulfiller.match_id = m.id AND by_fulfiller.side = 'fulfiller'`;

export interface MatchRow {
  matchId: string;
  matchStatus: MatchStatus;
  matchedAt: Date;
  fulfillerName: string;
  fulfillerReputation: Reputation | null;
  disputedAt: Date | null;
  decidedAt: Date | null;
  awardedTo: DisputeAward | null;
  isConceded: boolean | null;
  deniedBy: Side | null;
  /** Who said that it happened, without the ratings, which may be hidden from the other side. */
  saidOpenly: Record<Side, boolean>;
  /** The same with the ratings. */
  said: Record<Side, boolean>;
  completedBy: Side | 'system' | null;
  completedAt: Date | null;
  requesterRating: StoredRating | null;
  fulfillerRating: StoredRating | null;
}

interface StoredRating {
  score: number | null;
  followedThrough: boolean;
  /** The time as PostgreSQL writes it in JSON. */
  ratedAt: string;
  comment: string | null;
}

const toDispute = ({ disputedAt, decidedAt, awardedTo, isConceded, deniedBy, said }: MatchRow): Dispute =>
  disputedAt && {
    openedAt: disputedAt.toISOString(),
    endsAt: disputeEndsAt(disputedAt).toISOString(),
    decidedAt: decidedAt && decidedAt.toISOString(),
    awardedTo,
    ...(isConceded && { isConceded }),
    deniedBy,
    confirmedBy: deniedBy && ([otherSide(deniedBy), deniedBy].find((side) => said[side]) ?? null),
  };

/** Until when a "No" has an effect. The clock's completion doesn't make it longer. */
export const endOfNo = ({
  completedBy,
  completedAt,
  deadline,
}: Pick<MatchRow, 'completedBy' | 'completedAt'> & { deadline: Date }) =>
  noCountsUntil(deadline, completedBy === 'system' ? null : completedAt);

/**
 * Hides the other side's rating until the viewer has rated too or it is 7 days old. Its comment goes to the viewer only
 * with a "Yes": a "No" carries no message to the student whom it accuses.
 */
function visibleRatings({ requesterRating, fulfillerRating }: MatchRow, viewer: Side, now: Date): GivenRatings {
  const areBothGiven = requesterRating !== null && fulfillerRating !== null;
  const visible = (rating: StoredRating | null, by: Side) => {
    const isOld = rating && now.getTime() - new Date(rating.ratedAt).getTime() >= RATING_BLIND_DAYS * DAY_MS;
    if (!rating || !(areBothGiven || isOld || viewer === by)) return null;
    const { score, followedThrough, comment } = rating;
    return { score, followedThrough, ...(followedThrough && viewer !== by && comment && { comment }) };
  };
  return {
    requesterRating: visible(requesterRating, 'requester'),
    fulfillerRating: visible(fulfillerRating, 'fulfiller'),
  };
}

/** A match as one of its sides sees it, without the request that it belongs to. */
export function toMatch(row: MatchRow & { deadline: Date }, viewer: Side, now: Date) {
  const rating = visibleRatings(row, viewer, now);
  const said = (side: Side) => row.saidOpenly[side] || rating[`${side}Rating`]?.followedThrough === true;
  return {
    _id: row.matchId,
    status: row.matchStatus,
    dispute: toDispute(row),
    said: { requester: said('requester'), fulfiller: said('fulfiller') },
    noCountsUntil: endOfNo(row).toISOString(),
    fulfiller: { name: row.fulfillerName, reputation: row.fulfillerReputation ?? undefined },
    rating,
  };
}
