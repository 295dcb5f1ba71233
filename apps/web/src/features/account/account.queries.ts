import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

/** The student's counts: requests, fulfillments, completed exchanges. */
export const myStats = queryOptions({
  queryKey: ['account', 'stats'],
  queryFn: async ({ signal }) => (await unwrap(api.account.stats({ fetchOptions: { signal } }))).stats,
  ...live,
  meta: { failure: 'Failed to load profile data' },
});
