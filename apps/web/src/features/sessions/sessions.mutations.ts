import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useLeave } from '../../shared/session/use-leave';

/** Ends every session of the student, this one included. */
export function useSignOutEverywhere() {
  const leave = useLeave();
  return useMutation({
    mutationFn: () => unwrap(api.sessions.endAll()),
    onSuccess: leave,
    meta: { success: 'You are signed out everywhere.', failure: 'Failed to sign out everywhere' },
  });
}
