import { ACCEPT_MESSAGE } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useIdempotencyKey } from '../../shared/api/idempotency-key';
import { ActionButton } from '../../shared/ui/action-button';

/** Accepts once, however often it is pressed or a lost answer makes it be pressed again. The lists then reload. */
function useAcceptRequest(requestId: string) {
  const queryClient = useQueryClient();
  const intent = useIdempotencyKey();
  return useMutation({
    mutationFn: () => {
      const body = { requestId, message: ACCEPT_MESSAGE };
      return unwrap(api.matches.accept({ body, headers: intent.headersFor(body) }));
    },
    // also when it failed: somebody else may have been first
    onSettled: () => queryClient.invalidateQueries(),
    meta: {
      success: 'Request accepted! Contact information has been shared via email.',
      failure: 'Failed to accept request',
    },
  });
}

interface Props {
  requestId: string;
  /** The element that names the meal. */
  describedBy: string;
}

export function AcceptButton({ requestId, describedBy }: Props) {
  const { mutateAsync } = useAcceptRequest(requestId);
  return (
    <ActionButton aria-describedby={describedBy} onClick={() => mutateAsync()}>
      Accept Request
    </ActionButton>
  );
}
