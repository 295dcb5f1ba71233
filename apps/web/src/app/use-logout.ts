import { api } from '../shared/api/client';
import { readToken } from '../shared/session/token';
import { useLeave } from '../shared/session/use-leave';

/** Ends the session on the server, as well as it can be told, and here whatever the server says. */
export function useLogout() {
  const leave = useLeave();
  return () => {
    const authorization = `Bearer ${readToken() ?? ''}`;
    // also when the tab is closed at once
    const fetchOptions = { keepalive: true };
    api.sessions.end({ extraHeaders: { authorization }, fetchOptions }).catch(() => undefined);
    void leave();
  };
}
