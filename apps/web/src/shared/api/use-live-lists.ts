import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { useEffect } from 'react';
import { readToken } from '../session/token';

const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 60_000;
/** The server sends something every 25 s. A connection that is silent for longer is broken, even if no error was reported. */
const SILENCE_MS = 60_000;

/** Loads what has changed: open requests and that of a link (`requests`), or all but the list of open requests (`mine`). */
function refresh(queryClient: QueryClient, event: string) {
  const isNamed = ([topic, list]: readonly unknown[]) =>
    event === 'requests' ? topic === 'requests' && (list === 'browse' || list === 'one') : list !== 'browse';
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isNamed(queryKey) });
}

interface Listener {
  /** Also the open requests of other campuses. */
  allCampuses: boolean;
  onOpen: () => void;
  onEvent: (event: string) => void;
  onRetry: (ms: number) => void;
}

/** Reads one stream until it ends, breaks, falls silent or is aborted. */
async function read(stream: AbortController, { allCampuses, onOpen, onEvent, onRetry }: Listener) {
  const abort = () => stream.abort();
  let silence = setTimeout(abort, SILENCE_MS);
  try {
    const headers = { authorization: `Bearer ${readToken() ?? ''}` };
    const response = await fetch(`${API_ORIGIN}/api/live${allCampuses ? '?campus=all' : ''}`, {
      headers,
      signal: stream.signal,
    });
    // no stream for now, so the lists keep polling
    if (response.status !== 200 || !response.body) return;
    onOpen();
    const parser = createParser({ onEvent: ({ data }) => onEvent(data), onRetry });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
      parser.feed(part.value);
    }
  } catch {
    // the network or an abort: the caller tries again, or stops
  } finally {
    clearTimeout(silence);
  }
}

/**
 * For a screen with lists: they show what changed within 2 s. Keeps one stream open while the tab is shown, and refreshes what
 * the server says has changed. After a reconnect everything is refreshed, since changes may have been missed. When the
 * network or the student is back, the next stream starts at once: the one before may hang. Without a stream the
 * lists keep polling. `allCampuses`: requests of other campuses are shown, too.
 */
export function useLiveLists({ allCampuses = false } = {}) {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stream: AbortController | undefined;
    let next: ReturnType<typeof setTimeout> | undefined;
    let retryMs = FIRST_RETRY_MS;
    let tries = 0;

    function close() {
      stream?.abort();
      stream = undefined;
      clearTimeout(next);
    }

    async function open() {
      close();
      if (document.hidden) return;
      const mine = (stream = new AbortController());
      const isAgain = tries++ > 0;
      await read(mine, {
        allCampuses,
        onOpen: () => {
          if (isAgain) void queryClient.invalidateQueries();
          retryMs = FIRST_RETRY_MS;
        },
        onEvent: (event) => refresh(queryClient, event),
        onRetry: (ms) => (retryMs = ms),
      });
      if (stream !== mine) return;
      next = setTimeout(reopen, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }

    const reopen = () => void open();
    reopen();
    window.addEventListener('online', reopen);
    document.addEventListener('visibilitychange', reopen);
    return () => {
      close();
      window.removeEventListener('online', reopen);
      document.removeEventListener('visibilitychange', reopen);
    };
  }, [queryClient, allCampuses]);
}
