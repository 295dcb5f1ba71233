import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths';
import { useSessionChanges } from './session';

/**
 * For calls that end the session on the server: goes to the landing page and drops the token once this screen is gone.
 * While a guarded screen is still shown, the guard would send the browser to /login instead.
 */
export function useLeave() {
  const isLeaving = useRef(false);
  const navigate = useNavigate();
  const { end } = useSessionChanges();
  useEffect(
    () => () => {
      if (isLeaving.current) end();
    },
    [end],
  );
  return () => {
    isLeaving.current = true;
    void navigate(paths.landing);
  };
}
