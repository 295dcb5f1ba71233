import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from './live-stream';

/**
 * For a screen with lists: they show what changed within 2 s. Where the server has no stream, they poll as before.
 * `allCampuses`: requests of other campuses are shown, too.
 */
export function useLiveLists({ allCampuses = false } = {}) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void followChanges(queryClient, allCampuses, stop.signal);
    return () => stop.abort();
  }, [queryClient, allCampuses]);
}
