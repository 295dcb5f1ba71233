import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

/** One page of every movement of the student's meals, newest first. */
export const creditHistory = (page: number) =>
  queryOptions({
    queryKey: ['credit-history', page],
    queryFn: ({ signal }) => unwrap(api.credits.history({ query: { page }, fetchOptions: { signal } })),
    ...live,
    // the section shows its failure itself
    meta: { silent: true },
  });
