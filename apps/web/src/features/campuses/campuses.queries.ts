import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

const REFRESH_MS = 60_000;

/** The student's campus: whether it is paused, and its rules for guest meals. Screens do without it if it fails to load. */
export const myCampus = queryOptions({
  queryKey: ['campuses', 'mine'],
  queryFn: async ({ signal }) => (await unwrap(api.campuses.mine({ fetchOptions: { signal } }))).campus,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
  meta: { silent: true },
});
