import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** Whose account the link of `/not-me` would close. Fails where that is closed already. */
export const openedAs = (token: string) =>
  queryOptions({
    queryKey: ['opened as', token],
    queryFn: async () =>
      (await unwrap(api.account.openedAs({ params: { token: encodeURIComponent(token) } }))).openedAs,
    meta: { silent: true },
  });
