import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../shared/api/client';
import { paths } from '../shared/paths';
import { useSessionChanges } from '../shared/session/session';
import { readToken } from '../shared/session/token';
import { leaveStep } from '../shared/ui/back-closes';

/** Ends the session on the server. Best effort: the token goes from here whatever the server says. */
export function endOnServer() {
  const authorization = `Bearer ${readToken() ?? ''}`;
  api.auth.logout({ extraHeaders: { authorization } }).catch(() => undefined);
}

/**
 * Logs out and goes to the landing page. The session ends only once that page is there: while a guarded screen is
 * still shown, the guard would send the browser to /login instead.
 */
export function useLogout() {
  const isLeaving = useRef(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { end } = useSessionChanges();

  const logOut = () => {
    isLeaving.current = false;
    endOnServer();
    end();
  };

  useEffect(() => {
    if (isLeaving.current && pathname === paths.landing) logOut();
  });

  return () => {
    if (pathname === paths.landing) return logOut();
    isLeaving.current = true;
    // from the open menu of a phone: from the page, not from the menu's step
    void leaveStep().then(() => navigate(paths.landing));
  };
}
