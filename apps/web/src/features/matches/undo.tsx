import { Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { ActionButton } from '../../shared/ui/action-button';
import { useNow } from '../../shared/use-now';
import classes from './undo.module.css';

interface Props {
  until: Date;
  takeBack: () => Promise<unknown>;
  /** The element that names the meal. */
  describedBy: string;
}

/** Takes an accept back. Counts down for the eye only: it is announced once that there is an "Undo". */
export function Undo({ until, takeBack, describedBy }: Props) {
  // several times a second, so that it goes in time
  const now = useNow(0.25);
  const noteId = useId();
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return (
    <div className={classes.undo}>
      {seconds > 0 && (
        <>
          <VisuallyHidden role="status">You can undo this for a few seconds.</VisuallyHidden>
          <ActionButton variant="default" aria-describedby={`${describedBy} ${noteId}`} onClick={takeBack}>
            Undo <span aria-hidden>&nbsp;({seconds} s)</span>
          </ActionButton>
          <Text id={noteId} maw="13rem" c="dimmed" fz="0.8125rem" lh={1.25} ta="start">
            Undo gives the request back. You can't accept it again.
          </Text>
        </>
      )}
    </div>
  );
}
