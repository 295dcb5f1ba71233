import { UNDO_ACCEPT_SECONDS, type Match } from '@spareswipe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ActionButton } from '../../shared/ui/action-button';
import classes from './contact.module.css';
import { useReleaseMatch } from './matches.mutations';
import { otherName } from './sides';

const UNDO_MS = UNDO_ACCEPT_SECONDS * 1000;
/** The server's clock decides, so ask it a moment later. */
const MARGIN_MS = 500;

/** Says when the contact comes, and lets a fulfiller take the accept back until then. */
export function ContactSoon({ match }: { match: Match }) {
  const queryClient = useQueryClient();
  const release = useReleaseMatch();
  const endsAt = Date.parse(match.createdAt) + UNDO_MS;
  const [isOpen, setOpen] = useState(() => Date.now() < endsAt);

  useEffect(() => {
    // at most the whole span, also on a phone whose clock is slow
    const left = Math.max(0, Math.min(endsAt - Date.now(), UNDO_MS)) + MARGIN_MS;
    const timer = setTimeout(() => {
      setOpen(false);
      void queryClient.invalidateQueries();
    }, left);
    return () => clearTimeout(timer);
  }, [endsAt, queryClient]);

  return (
    <div className={classes.soon}>
      <p>
        You and <bdi>{otherName(match)}</bdi> see how to reach each other in a few seconds.
      </p>
      {isOpen && match.userRole === 'fulfiller' && (
        <ActionButton variant="default" onClick={() => release.mutateAsync(match._id)}>
          Undo
        </ActionButton>
      )}
    </div>
  );
}
