import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useSessionChanges } from '../../shared/session/session';
import { ActionButton } from '../../shared/ui/action-button';
import { confirm } from '../../shared/ui/confirm';

function useCancelRequest(id: string) {
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  return useMutation({
    mutationFn: () => unwrap(api.requests.cancel({ params: { id } })),
    onSuccess: ({ creditsRemaining }) => session.update({ credits: creditsRemaining }),
    // also when it failed: it may have been accepted in the meantime
    onSettled: () => queryClient.invalidateQueries(),
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
  const { mutateAsync } = useCancelRequest(requestId);

  async function ask() {
    const isSure = await confirm({
      title: 'Cancel this request',
      question: 'Are you sure you want to cancel this request?',
      yes: 'Yes, cancel request',
      no: 'Keep request',
      isDanger: true,
    });
    return isSure && mutateAsync();
  }

  return (
    <ActionButton variant="default" c="var(--mantine-color-error)" aria-describedby={describedBy} onClick={ask}>
      Cancel
    </ActionButton>
  );
}
