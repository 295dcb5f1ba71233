import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { api, unwrap } from './client';
import { showMatch } from './outcome';
import { reload } from './reload';

/** After a failure: the match, if the dispute is over all the same and only the response was lost. */
async function concededUnheard(id: string, failure: unknown) {
  if (!(failure instanceof ApiError && failure.passing)) throw failure;
  const now = await unwrap(api.matches.one({ params: { id } })).catch(() => undefined);
  if (!now?.match.dispute?.awardedTo) throw failure;
  return now;
}

/** The student says that the other side of a dispute is right. The meal goes to the other, and nobody gets a strike. */
export function useConcede() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.ratings.concede({ params: { id } })).catch((failure: unknown) => concededUnheard(id, failure)),
    onSuccess: ({ match }) => showMatch(queryClient, match),
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { success: 'Thank you. The dispute is over.', failure: 'Failed to end the dispute' },
  });
}
