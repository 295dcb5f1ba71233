import type { RateMatch } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useIdempotencyKeys } from '../../shared/api/idempotency-key';
import { onceMore } from '../../shared/api/once-more';
import type { Exchange } from './exchange';

/**
 * Rates the other side of a match. Yes on an accepted match then tries to mark it complete; a failure of that step is
 * ignored (spec §4). However often the same rating is sent, it counts once.
 */
export function useRateMatch({ matchId, status }: Pick<Exchange, 'matchId' | 'status'>) {
  const queryClient = useQueryClient();
  const intents = useIdempotencyKeys();
  const params = { id: matchId };
  return useMutation({
    mutationFn: async (body: RateMatch) => {
      const headers = intents.headersFor(body);
      await onceMore(() => unwrap(api.ratings.rate({ params, headers, body })));
      if (body.followedThrough && status === 'accepted') await api.matches.complete({ params }).catch(() => undefined);
    },
    // it may have moved a credit, ended a match, given a strike: everything on the screen is asked for again
    onSettled: () => void queryClient.invalidateQueries(),
    meta: { success: 'Rating submitted successfully!', failure: 'Failed to submit rating' },
  });
}
