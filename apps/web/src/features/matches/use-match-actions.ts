import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useIdempotencyKeys } from '../../shared/api/idempotency-key';
import { onceMore } from '../../shared/api/once-more';
import { reload } from '../../shared/api/under-way';

/** Under this key a call names the match it completes. */
export const completeMatchKey = ['complete match'];

/** Marks a match complete: the fulfiller earns the meal. */
export function useCompleteMatch() {
  const queryClient = useQueryClient();
  const intents = useIdempotencyKeys();
  return useMutation({
    mutationKey: completeMatchKey,
    mutationFn: (id: string) => {
      const headers = intents.headersFor(id);
      return onceMore(() => unwrap(api.matches.complete({ params: { id }, headers })));
    },
    onSettled: (_answer, error) => reload(queryClient, error),
    meta: { success: 'Match marked as completed!', failure: 'Failed to complete match', ownWords: true },
  });
}

/** The fulfiller can't make it: the request is open again, or refunded when its deadline has passed. */
export function useReleaseMatch(id: string) {
  const queryClient = useQueryClient();
  const intents = useIdempotencyKeys();
  return useMutation({
    mutationFn: () => {
      const headers = intents.headersFor(id);
      return onceMore(() => unwrap(api.matches.release({ params: { id }, headers })));
    },
    onSettled: () => void queryClient.invalidateQueries(),
    meta: { success: 'You are no longer helping with this meal.', failure: 'Failed to release match' },
  });
}
