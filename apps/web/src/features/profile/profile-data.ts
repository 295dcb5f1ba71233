import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

async function loadProfile(signal: AbortSignal) {
  const [{ data }, { stats }] = await Promise.all([
    unwrap(api.users.profile({ fetchOptions: { signal } })),
    unwrap(api.account.stats({ fetchOptions: { signal } })),
  ]);
  return { user: data.user, stats };
}

/** The account and its counts, for the profile screen. */
export const profile = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => loadProfile(signal),
  ...live,
  meta: { failure: 'Failed to load profile data' },
});
