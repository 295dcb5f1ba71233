import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useLeave } from '../../shared/session/use-leave';

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
