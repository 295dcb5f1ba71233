import type { Match, MealRequest } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { OfferHelp } from '../../features/alerts/offer-help';
import { pauseElsewhere, type usePause } from '../../features/campuses/use-pause';
import { AcceptedCard } from '../../features/matches/accepted-card';
import { acceptedEarlier, type useAcceptRequest } from '../../features/matches/matches.mutations';
import { GoneCard } from '../../shared/ui/gone-card';
import { OpenRequestCard } from './open-request-card';

interface Props {
  request: MealRequest;
  /** It is no longer in the list, or no longer open. */
  isGone: boolean;
  accepting: ReturnType<typeof useAcceptRequest>;
  /** The student's accepted matches. */
  matches: Match[];
  pause: ReturnType<typeof usePause>;
  now: Date;
  /** In its place once it is gone. */
  gone?: ReactNode;
}

/** A request that can be accepted, and then in its place what became of it. */
export function BrowseCard({ request, isGone, accepting, matches, pause, now, gone }: Props) {
  const { accept, takeBack, accepted, refusals } = accepting;
  const mine = accepted[request._id] ?? acceptedEarlier(matches, request._id);
  const refusal = refusals[request._id];
  const isFirst = Object.keys(accepted)[0] === request._id;
  if (mine)
    return (
      <AcceptedCard accepted={mine} takeBack={() => takeBack(request._id, mine)} offer={isFirst && <OfferHelp />} />
    );
  // at the edge of a page, the list cannot tell that a request was taken
  if (isGone || refusal?.code === 'REQUEST_NOT_AVAILABLE' || new Date(request.deadline) <= now)
    return gone ?? <GoneCard meal={request.mealDescription}>No longer open</GoneCard>;
  return (
    <OpenRequestCard
      request={request}
      now={now}
      accept={accept}
      barred={pause?.words ?? pauseElsewhere(request, now)}
      refusal={refusal?.message}
    />
  );
}
