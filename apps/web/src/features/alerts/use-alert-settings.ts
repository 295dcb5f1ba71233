import type { AlertSettings, ChangeAlertSettings } from '@spareswipe/contract';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { soon } from '../../shared/api/reload';
import { readToken } from '../../shared/session/token';
import { alertSettings } from './alerts.queries';

const mutationKey = ['alerts', 'change'];
const TRY_AGAIN_MS = 3000;

interface Change {
  changes: ChangeAlertSettings;
  /** Of the student who made it: nobody else's settings may change when the network is back. */
  token: string | null;
}

export type Saving = 'idle' | 'saving' | 'waiting' | 'saved' | 'failed';

/** How saving is going: `waiting` for a network that has failed. */
function savingOf(changes: { status: string; failureCount: number }[]): Saving {
  const open = changes.filter(({ status }) => status === 'pending');
  if (open.some(({ failureCount }) => failureCount > 0)) return 'waiting';
  if (open.length) return 'saving';
  const last = changes.at(-1)?.status;
  return last === 'success' ? 'saved' : last === 'error' ? 'failed' : 'idle';
}

/**
 * The settings as the student left them. Each change is saved at once, one after the other, and tried again until the
 * network is back; until then it stays on the screen.
 */
export function useAlertSettings() {
  const queryClient = useQueryClient();
  const saved = useQuery(alertSettings);
  const changes = useMutationState({ filters: { mutationKey }, select: ({ state }) => state });
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'alerts' },
    mutationFn: ({ changes, token }: Change) => {
      if (token !== readToken()) throw new ApiError('UNAUTHENTICATED', '', 401);
      return unwrap(api.alerts.changeSettings({ body: changes }));
    },
    retry: (_failures, error) => error instanceof ApiError && error.passing,
    retryDelay: TRY_AGAIN_MS,
    onSuccess: ({ settings }) => queryClient.setQueryData(alertSettings.queryKey, settings),
    onError: () => soon(queryClient.invalidateQueries({ queryKey: alertSettings.queryKey })),
    meta: { failure: 'Failed to save your alerts' },
  });

  const unsaved = changes
    .filter(({ status }) => status === 'pending')
    .map(({ variables }) => (variables as Change).changes);
  const settings = saved.data && (Object.assign({}, saved.data, ...unsaved) as AlertSettings);
  return {
    query: saved,
    settings,
    saving: savingOf(changes),
    change: (next: ChangeAlertSettings) =>
      mutate({ changes: { ...next, timeZone: browserZone() }, token: readToken() }),
  };
}

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
