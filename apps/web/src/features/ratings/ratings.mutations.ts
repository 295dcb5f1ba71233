import type { RateMatch } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { reload } from '../../shared/api/under-way';
import { useIntent } from '../../shared/api/use-intent';
import type { Exchange } from './exchange';

/**
 * Rates the other side of a match. Yes on an accepted match then tries to mark it complete; a failure of that step is
 * ignored (spec §4). However often the same rating is sent, it counts once.
 */
export function useRateMatch({ matchId, status }: Pick<Exchange, 'matchId' | 'status'>) {
  const queryClient = useQueryClient();
  const params = { id: matchId };
  const { send } = useIntent((body: RateMatch, headers) => unwrap(api.ratings.rate({ params, headers, body })));
  return useMutation({
    mutationFn: async (body: RateMatch) => {
      await send(body);
      if (body.followedThrough && status === 'accepted') await api.matches.complete({ params }).catch(() => undefined);
    },
    // a rating may move a credit, end a match or give a strike: the dialog closes over a screen that shows it
    onSettled: (_done, error) => reload(queryClient, error),
    meta: { success: 'Rating submitted successfully!', failure: 'Failed to submit rating' },
  });
}
