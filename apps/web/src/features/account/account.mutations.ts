import type { SignOnProof } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { saveFile } from '../../shared/save-file';
import { useLeave } from '../../shared/session/use-leave';
import { readableData } from './readable-data';

/** Saves everything kept about the student. */
export const useDownloadData = () =>
  useMutation({
    mutationFn: async (format: 'html' | 'json') => {
      const { data } = await unwrap(api.account.download());
      const day = data.madeAt.slice(0, 10);
      if (format === 'json')
        return saveFile(
          new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
          `spareswipe-${day}.json`,
        );
      saveFile(new Blob([readableData(data)], { type: 'text/html' }), `spareswipe-${day}.html`);
    },
    meta: { success: 'Your data is downloaded.', failure: 'Failed to download your data' },
  });

/** The same as `useDeactivate`, after a fresh sign-on. */
export function useDeactivateSignedOn() {
  const leave = useLeave();
  return useMutation({
    mutationFn: (body: SignOnProof) => unwrap(api.account.deactivateSignedOn({ body })),
    onSuccess: leave,
    meta: { success: 'Your account has been deactivated.', failure: 'Failed to deactivate account' },
  });
}

/** Closes the account for good, and ends the session here. */
export function useDeactivate() {
  const leave = useLeave();
  return useMutation({
    mutationFn: (body: { password: string }) => unwrap(api.account.deactivate({ body })),
    onSuccess: leave,
    meta: {
      success: 'Your account has been deactivated.',
      failure: 'Failed to deactivate account',
      handles: ['INVALID_CREDENTIALS'],
    },
  });
}
