import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { showMatch } from './outcome';
import { reload } from './reload';

/** The student says that the other side of a dispute is right. The meal goes to the other, and nobody gets a strike. */
export function useConcede() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.ratings.concede({ params: { id } })),
    onSuccess: ({ match }) => showMatch(queryClient, match),
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { success: 'Thank you. The dispute is over.', failure: 'Failed to end the dispute' },
  });
}
