import { useEffect, useState } from 'react';
import { useSession } from '../shared/session/session';

/**
 * Starts the worker for each session of a student, on any screen that has a log-out, after everything that the first screen
 * needs.
 */
export function useWorker() {
  const { student, token } = useSession();
  const studentId = student?._id;
  // a session that began after this page was opened is new
  const [tokenAtStart] = useState(token);
  useEffect(() => {
    if (!studentId || !('serviceWorker' in navigator)) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      // without a network the next visit tries again
      import('../features/alerts/push')
        .then(({ startWorker }) => startWorker(studentId, token !== tokenAtStart, stop.signal))
        .catch(() => undefined);
    }, 3000);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [studentId, token, tokenAtStart]);
}
