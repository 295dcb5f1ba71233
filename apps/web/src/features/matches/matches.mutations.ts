import { ACCEPT_MESSAGE } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { reload, useUnderWay } from '../../shared/api/under-way';
import { useIntent } from '../../shared/api/use-intent';

const acceptKey = ['accept request'];

/**
 * Accepts a request, once, however often it is pressed. The lists then reload. `refusals` are the server's words by the id
 * of the request, while this screen is open.
 */
export function useAcceptRequest() {
  const queryClient = useQueryClient();
  const accepting = useUnderWay(acceptKey);
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const { send } = useIntent((requestId: string, headers) =>
    unwrap(api.matches.accept({ body: { requestId, message: ACCEPT_MESSAGE }, headers })),
  );
  const { mutateAsync } = useMutation({
    mutationKey: acceptKey,
    mutationFn: send,
    onMutate: (requestId) => setRefusals(({ [requestId]: _, ...others }) => others),
    onError: (error, requestId) => {
      if (error instanceof ApiError && !error.passing)
        setRefusals((others) => ({ ...others, [requestId]: error.message }));
    },
    // also when it failed: somebody else may have been first
    onSettled: (_match, error) => reload(queryClient, error),
    meta: {
      success: 'Request accepted! Contact information has been shared via email.',
      failure: 'Failed to accept request',
    },
  });
  return { accept: mutateAsync, accepting, refusals };
}

/** The variables of a call under this key are the id of the match that it completes. */
export const completeMatchKey = ['complete match'];

/** Marks a match complete: the fulfiller earns the meal. */
export function useCompleteMatch() {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.complete({ params: { id }, headers })));
  return useMutation({
    mutationKey: completeMatchKey,
    mutationFn: send,
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { success: 'Match marked as completed!', failure: 'Failed to complete match', ownWords: true },
  });
}

/** The fulfiller can't make it: the request is open again, or refunded when its deadline has passed. */
export function useReleaseMatch() {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.release({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSettled: () => void queryClient.invalidateQueries(),
    meta: { success: 'You are no longer helping with this meal.', failure: 'Failed to release match' },
  });
}
