import { ACCEPT_MESSAGE, type Match } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { showMatch } from '../../shared/api/outcome';
import { reload } from '../../shared/api/reload';
import { untilWhen } from '../../shared/api/until-when';
import { useIntent } from '../../shared/api/use-intent';
import { useReleaseMatch } from '../../shared/api/use-release-match';
import { firstName } from '../../shared/first-name';
import { celebrate } from '../../shared/ui/finish';
import { toast } from '../../shared/ui/toast';
import { otherName } from './sides';
import { UNDO_OFFERED_MS } from './use-contact-on-time';

/** A match that began on this screen. */
export interface Accepted {
  match: Match;
  /** Until then, "Undo" is offered. */
  undoUntil: Date;
  isTakenBack: boolean;
}

const ACCEPTED = 'Request accepted! Contact information has been shared via email.';

/** Counts from the press, which is never later than the accept; from the accept if this screen has no press. */
export const undoUntilOf = ({ createdAt }: Match, pressedAt = Math.min(Date.now(), Date.parse(createdAt))) =>
  new Date(pressedAt + UNDO_OFFERED_MS);

/** Finds the student's accepted match for this request, made elsewhere, or here when the response was lost. */
export function acceptedEarlier(matches: Match[], requestId: string): Accepted | undefined {
  const match = matches.find(
    ({ request, userRole, status }) => request._id === requestId && userRole === 'fulfiller' && status === 'accepted',
  );
  return match && { match, undoUntil: undoUntilOf(match), isTakenBack: false };
}

/**
 * Accepts a request, once, however often it is pressed. The lists then reload. `accepted` and the server's `refusals` are
 * those of this screen while it is open, by the id of the request.
 */
export function useAcceptRequest() {
  const queryClient = useQueryClient();
  const undo = useUndoAccept();
  const [accepted, setAccepted] = useState<Record<string, Accepted>>({});
  const [refusals, setRefusals] = useState<Record<string, ApiError>>({});
  const { send, isUnanswered } = useIntent((requestId: string, headers) =>
    unwrap(api.matches.accept({ body: { requestId, message: ACCEPT_MESSAGE }, headers })).catch(untilWhen),
  );
  const { mutateAsync } = useMutation({
    mutationFn: send,
    onMutate: (requestId) => {
      setRefusals(({ [requestId]: _, ...others }) => others);
      // an earlier press whose response was lost may have accepted it
      return { pressedAt: isUnanswered(requestId) ? undefined : Date.now() };
    },
    onSuccess: ({ match }, requestId, { pressedAt }) => {
      const undoUntil = undoUntilOf(match, pressedAt);
      setAccepted((others) => ({ ...others, [requestId]: { match, undoUntil, isTakenBack: false } }));
    },
    onError: (error, requestId) => {
      if (error instanceof ApiError && !error.passing) setRefusals((others) => ({ ...others, [requestId]: error }));
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
    const { match: released } = await undo(match);
    setAccepted((others) => ({ ...others, [requestId]: { match: released, undoUntil, isTakenBack: true } }));
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
      celebrate(match, { isTold: true });
    },
    onSettled: (_match, error) => reload(queryClient, error),
    meta: {
      success: 'Match marked as completed!',
      failure: 'Failed to complete match',
      ownWords: true,
      handles: ['CONFIRMATION_PENDING'],
    },
  });
}

/** Undo is a release. On a slow network it may arrive when the other side has already learned of the match. */
export function useUndoAccept() {
  const release = useReleaseMatch('fulfiller');
  return async (match: Match) => {
    const released = await release.mutateAsync(match._id);
    toast.dismiss(ACCEPTED);
    if (!released.isUndone)
      toast.notice(`Undo came too late: ${firstName(otherName(match))} gets an email that you can't make it.`);
    return released;
  };
}

/** Tells the other side that this student is at the place. */
export function useSayHere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.matches.here({ params: { id } })),
    onSettled: (_match, error) => reload(queryClient, error),
  });
}

/** "It's them": the match completes once both sides said so. */
export function useMeetMatch() {
  const queryClient = useQueryClient();
  const { send } = useIntent((id: string, headers) => unwrap(api.matches.met({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSuccess: ({ match }) => {
      showMatch(queryClient, match);
      if (match.status === 'completed') celebrate(match);
    },
    onSettled: (_match, error) => reload(queryClient, error),
  });
}
