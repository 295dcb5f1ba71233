import { Anchor, Paper, Text, VisuallyHidden } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { firstName } from '../../shared/first-name';
import { pathOfMatch } from '../../shared/paths';
import { ActionButton } from '../../shared/ui/action-button';
import { useNow } from '../../shared/use-now';
import classes from './accepted-card.module.css';
import type { Accepted } from './matches.mutations';

interface Props {
  accepted: Accepted;
  takeBack: () => Promise<unknown>;
  /** At the foot. */
  offer?: ReactNode;
}

/** In the place of a request that the student has just accepted; for a few seconds it can be taken back. */
export function AcceptedCard({ accepted: { match, undoUntil, isTakenBack }, takeBack, offer }: Props) {
  return (
    <Paper withBorder className={classes.card}>
      {isTakenBack ? (
        <Text role="status">You took this back. Somebody else can help.</Text>
      ) : (
        <Text>
          You're helping <bdi>{firstName(match.request.requester.name)}</bdi> ·{' '}
          <Anchor component={Link} to={pathOfMatch(match._id)}>
            See match
          </Anchor>
        </Text>
      )}
      {!isTakenBack && (
        <>
          <div className={classes.undo}>
            <Undo until={undoUntil} takeBack={takeBack} />
          </div>
          {offer}
        </>
      )}
    </Paper>
  );
}

/** Counts down for the eye only: it is announced once that there is an "Undo". */
function Undo({ until, takeBack }: { until: Date; takeBack: Props['takeBack'] }) {
  // several times a second, so that it goes in time
  const now = useNow(0.25);
  const noteId = useId();
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  if (seconds <= 0) return null;
  return (
    <>
      <VisuallyHidden role="status">You can undo this for a few seconds.</VisuallyHidden>
      <ActionButton variant="default" aria-describedby={noteId} onClick={takeBack}>
        Undo <span aria-hidden>&nbsp;({seconds} s)</span>
      </ActionButton>
      <p id={noteId} className={classes.note}>
        Undo gives the request back. You can't accept it again.
      </p>
    </>
  );
}
