import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** The student's strikes that count. */
export const myStrikes = queryOptions({
  queryKey: ['strikes', 'mine'],
  queryFn: async ({ signal }) => (await unwrap(api.strikes.mine({ fetchOptions: { signal } }))).strikes,
  meta: { failure: 'Failed to load your strikes' },
});
