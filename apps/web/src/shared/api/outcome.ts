import type { Match, MealRequest } from '@spareswipe/contract';
import type { QueryClient } from '@tanstack/react-query';

interface Requests {
  requests: MealRequest[];
}

const changeRequests = (queryClient: QueryClient, change: (request: MealRequest) => MealRequest) =>
  queryClient.setQueriesData<Requests>(
    { queryKey: ['requests', 'mine'] },
    (answer) => answer && { ...answer, requests: answer.requests.map(change) },
  );

/**
 * Writes the outcome of a call into the loaded lists before they reload, so that a card that no longer belongs on its
 * tab stays in place with its new status.
 */
export function showCancelled(queryClient: QueryClient, id: string) {
  changeRequests(queryClient, (request) => (request._id === id ? { ...request, status: 'cancelled' } : request));
}

/** The same for a match, and for the student's own request that it belongs to. */
export function showMatch(queryClient: QueryClient, match: Match) {
  queryClient.setQueriesData<{ matches: Match[] }>(
    { queryKey: ['matches', 'mine'] },
    (answer) =>
      answer && { ...answer, matches: answer.matches.map((other) => (other._id === match._id ? match : other)) },
  );
  const { status, dispute, said, noCountsUntil, rating, request } = match;
  changeRequests(queryClient, (mine) =>
    mine.match?._id === match._id
      ? { ...mine, status: request.status, match: { ...mine.match, status, dispute, said, noCountsUntil, rating } }
      : mine,
  );
}
