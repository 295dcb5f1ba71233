import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** The browsers that get the student's notifications, and the key that they subscribe with. */
export const myDevices = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => unwrap(api.push.devices({ fetchOptions: { signal } })),
  meta: { silent: true },
});
