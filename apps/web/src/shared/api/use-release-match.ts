import type { Side } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { showMatch } from './outcome';
import { reload } from './reload';
import { useIntent } from './use-intent';

const SUCCESS: Record<Side, string> = {
  fulfiller: 'You are no longer helping with this meal.',
  requester: 'This meal is called off, and it came back to you.',
};

/** A side can't make it. The fulfiller's request is open again, or refunded if its deadline has passed; the requester's is refunded. */
export function useReleaseMatch(side: Side) {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.release({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSuccess: ({ match }) => showMatch(queryClient, match),
    onSettled: (_match, error) => void reload(queryClient, error),
    meta: { success: SUCCESS[side] },
  });
}
