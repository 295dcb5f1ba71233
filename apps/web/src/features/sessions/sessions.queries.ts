import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** Where the student is logged in. */
export const mySessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => unwrap(api.sessions.mine({ fetchOptions: { signal } })),
  refetchOnWindowFocus: 'always',
  // the section shows its failure itself
  meta: { silent: true },
});
