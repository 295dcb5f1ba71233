import { ACCEPT_MESSAGE, UNDO_ACCEPT_SECONDS, type Match } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { showMatch } from '../../shared/api/outcome';
import { reload } from '../../shared/api/reload';
import { untilWhen } from '../../shared/api/until-when';
import { useIntent } from '../../shared/api/use-intent';
import { celebrate } from '../../shared/ui/finish';
import { toast } from '../../shared/ui/toast';

/** A match that began on this screen. */
export interface Accepted {
  match: Match;
  /** Until then, "Undo" is offered. */
  undoUntil: Date;
  isTakenBack: boolean;
}

const ACCEPTED = 'Request accepted! Contact information has been shared via email.';

const undoUntilOf = (from: number) => new Date(from + UNDO_ACCEPT_SECONDS * 1000);

/** From the student's matches: they have accepted this request elsewhere, or here without ever getting the response. */
export function acceptedEarlier(matches: Match[], requestId: string): Accepted | undefined {
  const match = matches.find(
    ({ request, userRole, status }) => request._id === requestId && userRole === 'fulfiller' && status === 'accepted',
  );
  return match && { match, undoUntil: undoUntilOf(Date.parse(match.createdAt)), isTakenBack: false };
}

/**
 * Accepts a request, once, however often it is pressed. The lists then reload. `accepted` and `refusals` (the server's
 * words) are those of this screen while it is open, by the id of the request.
 */
export function useAcceptRequest() {
  const queryClient = useQueryClient();
  const release = useReleaseMatch();
  const [accepted, setAccepted] = useState<Record<string, Accepted>>({});
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const { send } = useIntent((requestId: string, headers) =>
    unwrap(api.matches.accept({ body: { requestId, message: ACCEPT_MESSAGE }, headers })).catch(untilWhen),
  );
  const { mutateAsync } = useMutation({
    mutationFn: send,
    onMutate: (requestId) => setRefusals(({ [requestId]: _, ...others }) => others),
    onSuccess: ({ match }, requestId) => {
      const undoUntil = undoUntilOf(Date.now());
      setAccepted((others) => ({ ...others, [requestId]: { match, undoUntil, isTakenBack: false } }));
    },
    onError: (error, requestId) => {
      if (error instanceof ApiError && !error.passing)
        setRefusals((others) => ({ ...others, [requestId]: error.message }));
    },
    // also when it failed: somebody else may have been first
    onSettled: (_match, error) => reload(queryClient, error),
    meta: {
      success: ACCEPTED,
      failure: 'Failed to accept request',
    },
  });

  /** Releases the match that has just begun. */
  async function takeBack(requestId: string, { match, undoUntil }: Accepted) {
    const released = await release.mutateAsync(match._id);
    setAccepted((others) => ({ ...others, [requestId]: { ...released, undoUntil, isTakenBack: true } }));
  }

  return { accept: mutateAsync, takeBack, accepted, refusals };
}

/** Marks a match complete: the fulfiller earns the meal. */
export function useCompleteMatch() {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.complete({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSuccess: ({ match }) => {
      showMatch(queryClient, match);
      celebrate(match);
    },
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { success: 'Match marked as completed!', failure: 'Failed to complete match', ownWords: true },
  });
}

/** The fulfiller can't make it: the request is open again, or refunded when its deadline has passed. */
export function useReleaseMatch() {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.release({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSuccess: ({ match }) => {
      toast.dismiss(ACCEPTED);
      showMatch(queryClient, match);
    },
    onSettled: (_match, error) => void reload(queryClient, error),
    meta: { success: 'You are no longer helping with this meal.', failure: 'Failed to release match' },
  });
}

/** Tells the other side that this student is at the place. */
export function useSayHere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.matches.here({ params: { id } })),
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { failure: 'Failed to say that you are here' },
  });
}

/** "It's them": the match completes once both sides said so. */
export function useMeetMatch() {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.met({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSuccess: ({ match }) => match.status === 'completed' && celebrate(match),
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { failure: 'Failed to say that you met' },
  });
}
