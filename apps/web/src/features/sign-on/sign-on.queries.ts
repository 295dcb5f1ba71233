import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** The campuses that have a sign-on. */
export const signOnCampuses = queryOptions({
  queryKey: ['sign-on', 'campuses'],
  queryFn: async () => (await unwrap(api.signOn.campuses())).campuses,
  staleTime: Infinity,
  meta: { silent: true },
});
