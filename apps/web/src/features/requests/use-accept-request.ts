import { ACCEPT_MESSAGE, type AcceptRequest } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useIdempotencyKeys } from '../../shared/api/idempotency-key';
import { onceMore } from '../../shared/api/once-more';
import { reload, useUnderWay } from '../../shared/api/under-way';

const acceptKey = ['accept request'];
const bodyOf = (requestId: string): AcceptRequest => ({ requestId, message: ACCEPT_MESSAGE });

/** Accepts once, however often it is pressed or a lost answer makes it be pressed again. The lists then reload. */
export function useAcceptRequest() {
  const queryClient = useQueryClient();
  const intents = useIdempotencyKeys();
  const accepting = useUnderWay(acceptKey);
  const { mutateAsync } = useMutation({
    mutationKey: acceptKey,
    mutationFn: (requestId: string) => {
      const body = bodyOf(requestId);
      const headers = intents.headersFor(body);
      return onceMore(() => unwrap(api.matches.accept({ body, headers })));
    },
    onSuccess: (_match, requestId) => intents.settled(bodyOf(requestId)),
    // also when it failed: somebody else may have been first
    onSettled: (_match, error) => reload(queryClient, error),
    meta: {
      success: 'Request accepted! Contact information has been shared via email.',
      failure: 'Failed to accept request',
    },
  });
  return { accept: mutateAsync, accepting };
}
