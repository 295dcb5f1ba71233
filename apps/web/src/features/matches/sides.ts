import { otherSide, type Match } from '@spareswipe/contract';

/** The other student. */
export const otherOf = ({ userRole, request, fulfiller }: Match) =>
  userRole === 'fulfiller' ? request.requester : fulfiller;
export const otherName = (match: Match) => otherOf(match).name;
export const ownName = ({ userRole, request, fulfiller }: Match) =>
  userRole === 'fulfiller' ? fulfiller.name : request.requester.name;

/** The rating that the viewer gave, or the one that the other side gave. */
export const ratingBy = ({ userRole, rating }: Match, whose: 'mine' | 'theirs') =>
  rating[`${whose === 'mine' ? userRole : otherSide(userRole)}Rating`];

/** The fulfiller of a cancelled match let it go, so others could help. Otherwise the request was cancelled with it. */
export const wasLetGo = ({ cancelledBecause }: Match) => cancelledBecause === 'released' || cancelledBecause === 'left';
