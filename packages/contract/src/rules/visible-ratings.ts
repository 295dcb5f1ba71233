import { RATING_BLIND_DAYS } from '../constants.js';
import type { GivenRatings } from '../given-ratings.js';
import type { Side } from '../status.js';

/** Both ratings of a match as stored; null until given. */
export interface RatingsOfMatch {
  requesterScore: number | null;
  requesterFollowedThrough: boolean | null;
  /** Null also once the other side has reported it. */
  requesterComment: string | null;
  requesterRatedAt: Date | null;
  fulfillerScore: number | null;
  fulfillerFollowedThrough: boolean | null;
  fulfillerComment: string | null;
  fulfillerRatedAt: Date | null;
}

/**
 * Hides the other side's rating until the viewer has rated too or it is 7 days old. Its comment goes to the viewer only
 * with a "Yes": a "No" carries no message to the student whom it accuses.
 */
export function visibleRatings(given: RatingsOfMatch, viewer: Side, now: Date): GivenRatings {
  const bothGiven = given.requesterRatedAt !== null && given.fulfillerRatedAt !== null;
  const ratingBy = (side: Side) => {
    const followedThrough = given[`${side}FollowedThrough`];
    const isMine = viewer === side;
    if (followedThrough === null || !(bothGiven || isMine || isOld(given[`${side}RatedAt`], now))) return null;
    const comment = isMine || !followedThrough ? null : given[`${side}Comment`];
    return { score: given[`${side}Score`], followedThrough, ...(comment && { comment }) };
  };
  return { requesterRating: ratingBy('requester'), fulfillerRating: ratingBy('fulfiller') };
}

const isOld = (ratedAt: Date | null, now: Date) =>
  ratedAt !== null && now.getTime() - ratedAt.getTime() >= RATING_BLIND_DAYS * 24 * 60 * 60_000;
