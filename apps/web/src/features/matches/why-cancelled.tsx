import { FORMER_STUDENT, type Match, type RequestStatus } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { otherName, ratingBy, wasLetGo } from './sides';

/** What happened to a request after its fulfiller released it. */
const SINCE: Record<RequestStatus, string> = {
  active: 'Your request is open for others again.',
  matched: 'Somebody else is helping you now.',
  completed: 'Somebody else helped you.',
  expired: 'Nobody else stepped in, so your meal came back to you.',
  cancelled: 'Your request was cancelled later.',
};

/** Why a match was cancelled, for the side that reads it. */
export function whyCancelled(match: Match): ReactNode {
  const { userRole, request, fulfiller, cancelledBecause } = match;
  const accused = cancelledBecause === 'no_show' && !ratingBy(match, 'mine') && (
    <>
      <bdi>{otherName(match)}</bdi> said that you did not follow through.{' '}
    </>
  );
  if (userRole === 'requester')
    return wasLetGo(match) ? (
      <>
        <bdi>{fulfiller.name}</bdi> could not make it. {SINCE[request.status]}
      </>
    ) : (
      <>{accused}This match was called off, and your meal came back to you.</>
    );
  const { name } = request.requester;
  const wentBack =
    name === FORMER_STUDENT ? (
      'the other student has closed their account.'
    ) : (
      <>
        the meal went back to <bdi>{name}</bdi>.
      </>
    );
  if (!wasLetGo(match))
    return (
      <>
        {accused}This match was called off, and {wentBack}
      </>
    );
  // perhaps it was too late for others
  if (request.status === 'expired') return <>You let this one go, and {wentBack}</>;
  return 'You let this one go, so that somebody else could help.';
}
