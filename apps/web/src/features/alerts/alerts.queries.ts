import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** What the student hears of. The screens that offer alerts are complete without it. */
export const alertSettings = queryOptions({
  queryKey: ['alerts', 'settings'],
  queryFn: async () => (await unwrap(api.alerts.settings())).settings,
  meta: { silent: true },
});
