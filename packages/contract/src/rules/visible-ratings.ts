import { RATING_BLIND_DAYS } from '../constants.js';
import type { GivenRatings } from '../given-ratings.js';
import type { Side } from '../status.js';

/** Both ratings of a match as stored; null until given. */
export interface RatingsOfMatch {
  requesterScore: number | null;
  requesterFollowedThrough: boolean | null;
  requesterRatedAt: Date | null;
  fulfillerScore: number | null;
  fulfillerFollowedThrough: boolean | null;
  fulfillerRatedAt: Date | null;
}

/** Hides the other side's rating until the viewer has rated too or it is 7 days old. */
export function visibleRatings(given: RatingsOfMatch, viewer: Side, now: Date): GivenRatings {
  const requester = { followedThrough: given.requesterFollowedThrough, score: given.requesterScore };
  const fulfiller = { followedThrough: given.fulfillerFollowedThrough, score: given.fulfillerScore };
  const bothGiven = given.requesterRatedAt !== null && given.fulfillerRatedAt !== null;
  const visible = (side: Side, ratedAt: Date | null) => bothGiven || viewer === side || isOld(ratedAt, now);
  return {
    requesterRating: visible('requester', given.requesterRatedAt) ? shown(requester) : null,
    fulfillerRating: visible('fulfiller', given.fulfillerRatedAt) ? shown(fulfiller) : null,
  };
}

const shown = ({ score, followedThrough }: { score: number | null; followedThrough: boolean | null }) =>
  followedThrough === null ? null : { score, followedThrough };

const isOld = (ratedAt: Date | null, now: Date) =>
  ratedAt !== null && now.getTime() - ratedAt.getTime() >= RATING_BLIND_DAYS * 24 * 60 * 60_000;
