import { api } from '../shared/api/client';
import { readToken } from '../shared/session/token';
import { useLeave } from '../shared/session/use-leave';

/** Ends the session in this browser at once, and tries to end it on the server, and at the campus after a sign-on. */
export function useLogout() {
  const leave = useLeave();
  return () => {
    const authorization = `Bearer ${readToken() ?? ''}`;
    // also when the tab is closed at once
    const fetchOptions = { keepalive: true };
    const ended = api.sessions.end({ extraHeaders: { authorization }, fetchOptions });
    leave();
    ended
      .then(({ status, body }) => {
        if (status === 200 && body.campusLogOut && !readToken()) window.location.assign(body.campusLogOut);
      })
      .catch(() => undefined);
  };
}
