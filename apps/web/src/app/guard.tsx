import { useQueryClient } from '@tanstack/react-query';
import { lazy, useDeferredValue, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { campusNames } from '../shared/campus-names';
import { paths } from '../shared/paths';
import { StudentContext, useSession } from '../shared/session/session';
import { NoSessionYet } from './guard-notices';
import { loadScript } from '../shared/load-script';
import { preloadStudentScreens } from './screens';

// rarely seen, so not part of the first script
const VerificationRequired = lazy(async () => ({
  default: (await loadScript(() => import('./verification-required'))).VerificationRequired,
}));

/** Lets verified students through, and shows everybody else what they still have to do (spec §2 Access guard). */
export function Guard() {
  const { isLoading, isAuthenticated, user, student, token, unreachable } = useSession();
  const location = useLocation();
  const queryClient = useQueryClient();
  const isStudent = student !== null;
  // React renders the result of a query without a pause; here that is the whole screen. Deferred, taps are handled in between.
  const isReady = useDeferredValue(isStudent);
  useEffect(() => {
    if (!isStudent) return;
    queryClient.query(campusNames).catch(() => undefined);
    // after everything that the first screen needs
    const timer = setTimeout(preloadStudentScreens, 3000);
    return () => clearTimeout(timer);
  }, [isStudent, queryClient]);

  const [isMeeting, setMeeting] = useState(false);

  const isWaiting = isLoading || (isStudent && !isReady);
  if (unreachable || isWaiting || (isMeeting && token))
    return <NoSessionYet isLoading={isWaiting && !unreachable} retry={unreachable?.retry} onMeeting={setMeeting} />;
  if (!isAuthenticated || !user) return <Navigate to={paths.login} replace state={{ from: location }} />;
  if (!student) return <VerificationRequired email={user.email} />;
  return (
    <StudentContext value={student}>
      {/* a new session gets a new screen: nothing of the former student stays */}
      <Outlet key={token} />
    </StudentContext>
  );
}
