import { canRate, type MealRequest } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { matchOfRequest } from '../../features/matches/matches.queries';
import { NoLongerOpen, Waiting } from '../../features/requests/shared-request';
import { GoneCard } from '../../shared/ui/gone-card';
import { MatchCard } from '../matches/match-card';
import { OwnRequestCard } from '../my-requests/own-request-card';

interface Props {
  requestId: string;
  /** If it was open when the link was followed, or is the student's own. */
  request?: MealRequest;
  now: Date;
}

/** The link of a request that is not open: the student's own match or request, if it has become one. */
export function OwnOfLink({ requestId, request, now }: Props) {
  const { data: match, isPending } = useQuery(matchOfRequest(requestId));
  if (match && canRate(match.status)) return <MatchCard match={match} now={now} />;
  if (request && !request.isOwn) return <GoneCard meal={request.mealDescription}>No longer open</GoneCard>;
  if (isPending) return <Waiting />;
  if (request) return <OwnRequestCard request={request} now={now} />;
  return match ? <MatchCard match={match} now={now} /> : <NoLongerOpen />;
}
