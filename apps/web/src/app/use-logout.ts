import { api } from '../shared/api/client';
import { readToken } from '../shared/session/token';
import { useLeave } from '../shared/session/use-leave';

/** Ends the session in this browser at once, and tries to end it on the server. */
export function useLogout() {
  const leave = useLeave();
  return () => {
    const authorization = `Bearer ${readToken() ?? ''}`;
    // also when the tab is closed at once
    const fetchOptions = { keepalive: true };
    api.sessions.end({ extraHeaders: { authorization }, fetchOptions }).catch(() => undefined);
    leave();
  };
}
