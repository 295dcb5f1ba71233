import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { mayOfferPush } from './push';

/** The browsers that get the student's notifications, and the key that they subscribe with. */
export const myDevices = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => unwrap(api.push.devices({ fetchOptions: { signal } })),
  meta: { silent: true },
});

/** For the screen before `OfferNews`. */
export const usePrepareOfferNews = () => void useQuery({ ...myDevices, enabled: mayOfferPush() });
