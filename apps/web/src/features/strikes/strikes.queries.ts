import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

/** The student's strikes that count. */
export const myStrikes = queryOptions({
  queryKey: ['strikes', 'mine'],
  queryFn: async ({ signal }) => (await unwrap(api.strikes.mine({ fetchOptions: { signal } }))).strikes,
  ...live,
  meta: { failure: 'Failed to load your strikes' },
});
