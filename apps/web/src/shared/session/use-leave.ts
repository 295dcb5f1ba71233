import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths';
import { useSessionChanges } from './session';

/** Ends the session in this browser and goes to the landing page. */
export function useLeave() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { end } = useSessionChanges();
  return () => {
    // Both in one render: between them the guard would send the visitor to log in.
    flushSync(() => {
      void navigate(paths.landing, { replace: pathname === paths.landing });
      end();
    });
  };
}
