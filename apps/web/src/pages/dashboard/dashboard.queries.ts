import { DASHBOARD_ITEMS } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

/** What the dashboard shows of the account, all of it or nothing: counts, and the newest requests and matches. */
export const dashboard = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async () => {
    const query = { limit: DASHBOARD_ITEMS };
    const [{ stats }, { requests }, { matches }] = await Promise.all([
      unwrap(api.account.stats()),
      unwrap(api.requests.mine({ query })),
      unwrap(api.matches.mine({ query })),
    ]);
    return { stats, requests, matches };
  },
  ...live,
  meta: { failure: 'Failed to load dashboard data' },
});
