import { useId } from 'react';
import { useSuspendedUntil } from '../../shared/session/use-suspended-until';
import { ActionButton } from '../../shared/ui/action-button';
import { BarredButton } from '../../shared/ui/barred-button';
import { Refusal } from '../../shared/ui/refusal';
import classes from './request-card.module.css';

interface Props {
  accept: () => Promise<unknown>;
  /** Why nobody may accept now. */
  barred?: string;
  /** Why the server refused it the last time. */
  refusal?: string;
  /** The element that names the meal. */
  describedBy: string;
}

export function AcceptButton({ accept, barred, refusal, describedBy }: Props) {
  const refusalId = useId();
  const suspendedUntil = useSuspendedUntil();
  const reason = suspendedUntil ? `You are suspended until ${suspendedUntil}` : barred;
  if (reason)
    return (
      <BarredButton reason={reason} describedBy={describedBy}>
        Accept Request
      </BarredButton>
    );
  return (
    <div className={classes.note}>
      <ActionButton fullWidth aria-describedby={refusal ? `${describedBy} ${refusalId}` : describedBy} onClick={accept}>
        Accept Request
      </ActionButton>
      {refusal && <Refusal id={refusalId}>{refusal}</Refusal>}
    </div>
  );
}
