import { UNDO_ACCEPT_SECONDS, type Match } from '@spareswipe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const UNDO_MS = UNDO_ACCEPT_SECONDS * 1000;
/** Undo is offered a second less than the server takes it, so that a press in the last moment arrives in time. */
export const UNDO_OFFERED_MS = UNDO_MS - 1000;
/** The server's clock decides, so ask it a moment later. */
const MARGIN_MS = 700;

/** Loads the contact of the newest match without one as soon as the accept can no longer be undone. */
export function useContactOnTime(matches: Match[] | undefined): void {
  const queryClient = useQueryClient();
  const createdAt = matches?.find(({ contact }) => contact === null)?.createdAt;

  useEffect(() => {
    if (!createdAt) return;
    // never longer than the whole span, however wrong this device's clock is
    const passed = Math.min(Math.max(0, Date.now() - Date.parse(createdAt)), UNDO_MS);
    const loading = setTimeout(() => void queryClient.invalidateQueries(), UNDO_MS - passed + MARGIN_MS);
    return () => clearTimeout(loading);
  }, [createdAt, queryClient]);
}
