import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../shared/paths';
import { StudentContext, useSession } from '../shared/session/session';
import { NoSessionYet } from './guard-notices';
import { loadScript } from '../shared/load-script';
import { dialogScript } from '../shared/ui/late-script';
import { ScreenLoading } from './screen-loading';
import { preloadStudentScreens } from './screens';

// rarely seen, so not part of the first script
const VerificationRequired = lazy(async () => ({
  default: (await loadScript(() => import('./verification-required'))).VerificationRequired,
}));

/** The place for dialogs, which loads late: the first screen needs none. */
export const Dialogs = lazy(async () => {
  const load = () => import('./dialogs');
  await dialogScript.isDue();
  // if it fails, the screen stays, with what is typed in it, until a dialog is to open
  const { Dialogs } = await load().catch(() => dialogScript.needed.then(() => loadScript(load)));
  return { default: Dialogs };
});

/** Lets verified students through, and shows everybody else what they still have to do (spec §2 Access guard). */
export function Guard() {
  const { isLoading, isAuthenticated, user, student, token, unreachable } = useSession();
  const location = useLocation();
  const isStudent = student !== null;
  // React renders the result of a query without a pause; here that is the whole screen. Deferred, taps are handled in between.
  const isReady = useDeferredValue(isStudent);
  useEffect(() => {
    if (!isStudent) return;
    // after everything that the first screen needs
    const timer = setTimeout(preloadStudentScreens, 3000);
    return () => clearTimeout(timer);
  }, [isStudent]);

  const isWaiting = isLoading || (isStudent && !isReady);
  const isKnown = !unreachable && !isWaiting;
  if (isKnown && (!isAuthenticated || !user)) return <Navigate to={paths.login} replace state={{ from: location }} />;
  if (isKnown && user && !student) return <VerificationRequired email={user.email} />;
  return (
    // a new session gets a new screen: nothing of the former student stays
    <StudentContext key={token} value={student}>
      {isKnown ? (
        <Suspense fallback={<ScreenLoading />}>
          <Outlet />
        </Suspense>
      ) : (
        <NoSessionYet isLoading={!unreachable} retry={unreachable?.retry} />
      )}
      {/* outside both, so that a meet code opened without a network stays when the network is back */}
      <Suspense>
        <Dialogs />
      </Suspense>
    </StudentContext>
  );
}
