import type { Deactivate, SignOnProof } from '@spareswipe/contract';
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
      const [type, text] =
        format === 'json' ? ['application/json', JSON.stringify(data, null, 2)] : ['text/html', readableData(data)];
      saveFile(new Blob([text], { type }), `spareswipe-${day}.${format}`);
    },
    meta: { success: 'Your data is downloaded.', failure: 'Failed to download your data' },
  });

/** Closes the account for good, by the password or after a fresh sign-on, and ends the session here. */
export function useDeactivate() {
  const leave = useLeave();
  return useMutation({
    mutationFn: (body: Deactivate | SignOnProof) =>
      'password' in body ? unwrap(api.account.deactivate({ body })) : unwrap(api.account.deactivateSignedOn({ body })),
    onSuccess: leave,
    meta: {
      success: 'Your account has been deactivated.',
      // it may be closed all the same, and then the session here ends
      failure: 'We got no answer. If you can no longer log in, your account is deactivated.',
      handles: ['INVALID_CREDENTIALS'],
    },
  });
}
