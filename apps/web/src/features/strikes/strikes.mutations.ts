import type { ContestStrike } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { reload } from '../../shared/api/reload';

/** Contests a strike; a suspension that it caused ends until it is decided. */
export function useContestStrike(strikeId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ContestStrike) => unwrap(api.strikes.contest({ params: { id: strikeId }, body })),
    onSettled: (_done, error) => reload(queryClient, error),
    meta: {
      success: 'Those who run your campus read what you wrote, and decide.',
      failure: 'Failed to contest this strike',
    },
  });
}
