import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useIdempotencyKeys } from '../../shared/api/idempotency-key';
import { onceMore } from '../../shared/api/once-more';
import { reload } from '../../shared/api/under-way';
import { useSessionChanges } from '../../shared/session/session';
import { ActionButton } from '../../shared/ui/action-button';
import { confirm } from '../../shared/ui/confirm';

/** Under this key a call names the request it cancels. */
export const cancelRequestKey = ['cancel request'];

function useCancelRequest() {
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  const intents = useIdempotencyKeys();
  return useMutation({
    mutationKey: cancelRequestKey,
    mutationFn: (id: string) => {
      const headers = intents.headersFor(id);
      return onceMore(() => unwrap(api.requests.cancel({ params: { id }, headers })));
    },
    onSuccess: ({ creditsRemaining }) => session.update({ credits: creditsRemaining }),
    // also when it failed: it may have been accepted in the meantime
    onSettled: (_answer, error) => reload(queryClient, error),
    meta: { success: 'Request cancelled successfully', failure: 'Failed to cancel request' },
  });
}

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
