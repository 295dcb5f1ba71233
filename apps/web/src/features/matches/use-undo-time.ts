import { UNDO_ACCEPT_SECONDS, type Match } from '@spareswipe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const UNDO_MS = UNDO_ACCEPT_SECONDS * 1000;
/** The server's clock decides, so ask it a moment later. */
const MARGIN_MS = 500;

/** Whether an accept can still be undone; loads the contact as soon as it no longer can. */
export function useUndoTime({ contact, createdAt }: Match): boolean {
  const queryClient = useQueryClient();
  const endsAt = Date.parse(createdAt) + UNDO_MS;
  const isWaiting = contact === null;
  const [isOpen, setOpen] = useState(() => Date.now() < endsAt);

  useEffect(() => {
    if (!isWaiting) return;
    // never longer than the whole span, even if the phone's clock is slow
    const left = Math.max(0, Math.min(endsAt - Date.now(), UNDO_MS)) + MARGIN_MS;
    const timer = setTimeout(() => {
      setOpen(false);
      void queryClient.invalidateQueries();
    }, left);
    return () => clearTimeout(timer);
  }, [isWaiting, endsAt, queryClient]);

  return isOpen;
}
