import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** The student's settings of alerts. The screens that offer alerts are complete without them. */
export const alertSettings = queryOptions({
  queryKey: ['alerts', 'settings'],
  queryFn: async () => (await unwrap(api.alerts.settings())).settings,
  meta: { silent: true },
});
