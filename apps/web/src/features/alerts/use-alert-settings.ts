import type { AlertSettings, ChangeAlertSettings } from '@spareswipe/contract';
import {
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationStatus,
} from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { soon } from '../../shared/api/reload';

/** The screens that offer alerts are complete without them. */
const alertSettings = queryOptions({
  queryKey: ['alerts', 'settings'],
  queryFn: async () => (await unwrap(api.alerts.settings())).settings,
  meta: { silent: true },
});

const mutationKey = ['alerts', 'change'];

/** The settings as the student left them. Each change is on the screen at once, and saved one after the other. */
export function useAlertSettings() {
  const queryClient = useQueryClient();
  const query = useQuery(alertSettings);
  const changes = useMutationState({ filters: { mutationKey }, select: ({ state }) => state });
  const { mutate: change } = useMutation({
    mutationKey,
    scope: { id: 'alerts' },
    mutationFn: (changed: ChangeAlertSettings) =>
      unwrap(api.alerts.changeSettings({ body: { ...changed, timeZone: browserZone() } })),
    onSuccess: ({ settings }) => queryClient.setQueryData(alertSettings.queryKey, settings),
    onError: () => soon(queryClient.invalidateQueries({ queryKey: alertSettings.queryKey })),
    meta: { failure: 'Failed to save your alerts' },
  });

  const unsaved = changes.filter(({ status }) => status === 'pending').map(({ variables }) => variables);
  const settings = query.data && (Object.assign({}, query.data, ...unsaved) as AlertSettings);
  const saving: MutationStatus = changes.at(-1)?.status ?? 'idle';
  return { query, settings, saving, change };
}

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
