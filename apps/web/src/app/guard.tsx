import { lazy } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../shared/paths';
import { StudentContext, useSession } from '../shared/session/session';
import { CheckingAuthentication, Unreachable } from './guard-notices';
import { loadScript } from './load-script';
import { ScreenLoading } from './screen-loading';

// few ever see it: its script is not for everybody's first screen
const VerificationRequired = lazy(async () => ({
  default: (await loadScript(() => import('./verification-required'))).VerificationRequired,
}));

/** Lets verified students through; everybody else learns what is missing (spec §2 Access guard). */
export function Guard() {
  const { isLoading, isAuthenticated, user, token, unreachable } = useSession();
  const location = useLocation();

  if (isLoading) return <CheckingAuthentication />;
  if (unreachable) return <Unreachable retry={unreachable.retry} />;
  // who logs out has left for the landing page already, which the router draws in a moment
  if (!isAuthenticated && window.location.pathname !== location.pathname) return <ScreenLoading />;
  if (!isAuthenticated || !user) return <Navigate to={paths.login} replace state={{ from: location }} />;
  if (!user.verified) return <VerificationRequired email={user.email} />;
  return (
    <StudentContext value={user}>
      {/* another session, another screen: nothing of the former student stays */}
      <Outlet key={token} />
    </StudentContext>
  );
}
