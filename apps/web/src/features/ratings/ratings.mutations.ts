import type { RateMatch, ReportComment } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { showMatch } from '../../shared/api/outcome';
import { reload } from '../../shared/api/reload';
import { useIntent } from '../../shared/api/use-intent';
import { celebrate } from '../../shared/ui/finish';
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
      const rated = await send(body);
      const completed = body.followedThrough && status === 'accepted' && (await completeQuietly(matchId));
      return completed || rated;
    },
    onSuccess: ({ match }) => showMatch(queryClient, match),
    // a rating may move a credit, end a match or give a strike: the dialog closes over a screen that shows it
    onSettled: (_done, error) => reload(queryClient, error),
    meta: { success: 'Rating submitted successfully!', failure: 'Failed to submit rating' },
  });
}

async function completeQuietly(id: string) {
  const completed = await unwrap(api.matches.complete({ params: { id } })).catch(() => undefined);
  if (completed) celebrate(completed.match);
  return completed;
}

/** Reports the other side's comment, which then disappears. Sent again, it changes nothing. */
export function useReportComment(matchId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportComment) => unwrap(api.ratings.report({ params: { id: matchId }, body })),
    onSettled: (_done, error) => reload(queryClient, error),
    meta: { success: 'Thank you. We will look at this comment.', failure: 'Failed to report this comment' },
  });
}
