import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';

/** The sign-on of the student's campus, and whether it is linked. */
export const mySignOn = queryOptions({
  queryKey: ['sign-on', 'mine'],
  queryFn: () => unwrap(api.signOn.mine()),
  meta: { silent: true },
});
