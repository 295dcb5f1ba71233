import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

/** The student's own account, for the profile screen. */
export const myProfile = queryOptions({
  queryKey: ['users', 'profile'],
  queryFn: async ({ signal }) => (await unwrap(api.users.profile({ fetchOptions: { signal } }))).data.user,
  ...live,
  meta: { failure: 'Failed to load profile data' },
});
