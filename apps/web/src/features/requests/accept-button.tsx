import { useSuspendedUntil } from '../../shared/session/use-suspended-until';
import { ActionButton } from '../../shared/ui/action-button';
import { BarredButton } from '../../shared/ui/barred-button';

interface Props {
  accept: () => Promise<unknown>;
  /** The element that names the meal. */
  describedBy: string;
}

export function AcceptButton({ accept, describedBy }: Props) {
  const suspendedUntil = useSuspendedUntil();
  if (suspendedUntil)
    return (
      <BarredButton reason={`You are suspended until ${suspendedUntil}`} describedBy={describedBy}>
        Accept Request
      </BarredButton>
    );
  return (
    <ActionButton aria-describedby={describedBy} onClick={accept}>
      Accept Request
    </ActionButton>
  );
}
