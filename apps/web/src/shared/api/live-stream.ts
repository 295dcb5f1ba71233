import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { readToken } from '../session/token';

const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 60_000;
/** The server sends something every 25 s. A connection that is silent for longer is broken, even if no error was reported. */
const SILENCE_MS = 60_000;

/** Resolves when the tab is shown, or `stop` is aborted. */
function shown(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden && !stop.aborted) return;
      document.removeEventListener('visibilitychange', check);
      stop.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    stop.addEventListener('abort', check);
    check();
  });
}

const wait = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, stop.aborted ? 0 : ms);
    stop.addEventListener('abort', end);
  });

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

/**
 * Reads one stream until it ends, breaks, falls silent or is aborted. Returns the least time to wait before the
 * next one, or undefined if the student is not logged in.
 */
async function read(
  stream: AbortController,
  { allCampuses, onOpen, onEvent, onRetry }: Listener,
): Promise<number | undefined> {
  const token = readToken();
  if (token === null) return undefined;
  const abort = () => stream.abort();
  let silence = setTimeout(abort, SILENCE_MS);
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${API_ORIGIN}/api/live${allCampuses ? '?campus=all' : ''}`, {
      headers,
      signal: stream.signal,
    });
    if (response.status >= 500) return 0;
    if (response.status === 401) return undefined;
    // no stream for now, so the lists keep polling
    if (response.status !== 200 || !response.body) return LONGEST_RETRY_MS;
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
  return 0;
}

/**
 * Keeps one stream open while the tab is shown, and refreshes what the server says has changed. Whenever it is open again
 * everything is refreshed, since changes may have been missed. When the network or the student is back, the next stream starts
 * at once: the one before may hang.
 */
export async function followChanges(queryClient: QueryClient, allCampuses: boolean, stop: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  let isAgain = false;
  for (await shown(stop); !stop.aborted; await shown(stop)) {
    const stream = new AbortController();
    const { signal } = stream;
    const abort = () => stream.abort();
    window.addEventListener('online', abort, { signal });
    document.addEventListener('visibilitychange', abort, { signal });
    stop.addEventListener('abort', abort, { signal });
    const waitMs = await read(stream, {
      allCampuses,
      onOpen: () => {
        if (isAgain) void queryClient.invalidateQueries();
        retryMs = FIRST_RETRY_MS;
      },
      onEvent: (event) => refresh(queryClient, event),
      onRetry: (ms) => (retryMs = ms),
    });
    if (waitMs === undefined) return abort();
    isAgain = true;
    await wait(Math.max(waitMs, retryMs), signal);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    abort();
  }
}
