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
      const [type, text] =
        format === 'json' ? ['application/json', JSON.stringify(data, null, 2)] : ['text/html', readableData(data)];
      saveFile(new Blob([text], { type }), `spareswipe-${day}.${format}`);
    },
    meta: { success: 'Your data is downloaded.', failure: 'Failed to download your data' },
  });

// the account may be closed all the same, and then the session here ends
const NO_ANSWER = 'We got no answer. If you can no longer log in, your account is deactivated.';

/** The same as `useDeactivate`, after a fresh sign-on. */
export function useDeactivateSignedOn() {
  const leave = useLeave();
  return useMutation({
    mutationFn: (body: SignOnProof) => unwrap(api.account.deactivateSignedOn({ body })),
    onSuccess: leave,
    meta: { success: 'Your account has been deactivated.', failure: NO_ANSWER },
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
      failure: NO_ANSWER,
      handles: ['INVALID_CREDENTIALS'],
    },
  });
}
