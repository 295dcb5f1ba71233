import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from './live-stream';

/** For a screen with lists: they show what changed within 2 s. Where the server has no stream, they poll as before. */
export function useLiveLists() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void followChanges(queryClient, stop.signal);
    return () => stop.abort();
  }, [queryClient]);
}
