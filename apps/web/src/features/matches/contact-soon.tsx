import type { Match } from '@spareswipe/contract';
import { firstName } from '../../shared/first-name';
import { ActionButton } from '../../shared/ui/action-button';
import classes from './contact.module.css';
import { useUndoAccept } from './matches.mutations';
import { otherName } from './sides';
import { useUndoTime } from './use-undo-time';

/** Says when the contact will be shown, and lets a fulfiller undo the accept until then. */
export function ContactSoon({ match }: { match: Match }) {
  const undo = useUndoAccept();
  const isOpen = useUndoTime(match);

  return (
    <div className={classes.soon}>
      <p>
        You and <bdi>{firstName(otherName(match))}</bdi> see how to reach each other in a few seconds.
      </p>
      <div className={classes.undo}>
        {isOpen && match.userRole === 'fulfiller' && (
          <ActionButton variant="default" onClick={() => undo(match)}>
            Undo
          </ActionButton>
        )}
      </div>
    </div>
  );
}
