import { ActionButton } from '../../shared/ui/action-button';
import { confirm } from '../../shared/ui/confirm';
import { useCancelRequest } from './requests.mutations';

interface Props {
  requestId: string;
  /** The element that names the meal. */
  describedBy: string;
}

/** Asks first; the meal returns to the student (spec §2 My Requests). */
export function CancelButton({ requestId, describedBy }: Props) {
  const { mutateAsync } = useCancelRequest();

  async function ask() {
    const isSure = await confirm({
      title: 'Cancel this request',
      question: 'Are you sure you want to cancel this request?',
      consequence: 'Your meal comes back to you at once.',
      yes: 'Yes, cancel request',
      no: 'Keep request',
      isDanger: true,
    });
    return isSure && mutateAsync(requestId);
  }

  return (
    <ActionButton variant="default" c="var(--mantine-color-error)" aria-describedby={describedBy} onClick={ask}>
      Cancel
    </ActionButton>
  );
}
