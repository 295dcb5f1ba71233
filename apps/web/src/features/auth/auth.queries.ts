import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** Whose account the link of `/not-me` would close. Fails where that is closed already. */
export const notMeAccount = (token: string) =>
  queryOptions({
    queryKey: ['not me', token],
    queryFn: async () => (await unwrap(api.account.notMeAccount({ body: { token } }))).account,
    meta: { silent: true },
  });
