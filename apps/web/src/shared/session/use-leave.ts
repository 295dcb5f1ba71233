import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths';
import { leaveStep } from '../ui/back-closes';
import { useSessionChanges } from './session';

/** Ends the session here and goes to the landing page, in one step: whoever sees that address finds no token. */
export function useLeave() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { end } = useSessionChanges();
  return async () => {
    // from the page, not from a dialog's or the open menu's step
    await leaveStep();
    void navigate(paths.landing, { replace: pathname === paths.landing });
    end();
  };
}
