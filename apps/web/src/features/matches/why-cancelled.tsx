import type { Match, RequestStatus } from '@spareswipe/contract';
import type { ReactNode } from 'react';

/** What happened to a request after its fulfiller released it. */
const SINCE: Record<RequestStatus, string> = {
  active: 'Your request is open for others again.',
  matched: 'Somebody else is helping you now.',
  completed: 'Somebody else helped you.',
  expired: 'Nobody else stepped in, so your meal came back to you.',
  cancelled: '',
};

/**
 * Why a match was cancelled, for the side that reads it. If the request is cancelled too, its meal went back; otherwise
 * the request only lost this fulfiller.
 */
export function whyCancelled({ userRole, request, fulfiller }: Match): ReactNode {
  const isMine = userRole === 'requester';
  if (request.status === 'cancelled')
    return isMine ? (
      'This match was called off, and your meal came back to you.'
    ) : (
      <>
        This match was called off, and the meal went back to <bdi>{request.requester.name}</bdi>.
      </>
    );
  return isMine ? (
    <>
      <bdi>{fulfiller.name}</bdi> could not make it. {SINCE[request.status]}
    </>
  ) : (
    'You let this one go, so that somebody else could help.'
  );
}
