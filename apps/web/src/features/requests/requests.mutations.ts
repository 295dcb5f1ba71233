import {
  CREDITS_PER_REQUEST,
  deadlineFrom,
  DEADLINE_TOO_SOON,
  type CreateRequest,
  type User,
} from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, isCode } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { showCancelled } from '../../shared/api/outcome';
import { reload } from '../../shared/api/reload';
import { untilWhen } from '../../shared/api/until-when';
import { useIntent } from '../../shared/api/use-intent';
import { paths } from '../../shared/paths';
import { unansweredKeys } from '../../shared/session/draft';
import { useSessionChanges } from '../../shared/session/session';
import { toast } from '../../shared/ui/toast';
import { dropDraft, type RequestValues } from './request-draft';

const bodyOf = ({ date, time, isSecondTime, again: _, ...asked }: RequestValues): CreateRequest => ({
  ...asked,
  deadline: deadlineFrom(date, time, isSecondTime).toISOString(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The server knows one deadline, the form a date and a time: a refusal goes to the one to change. */
function onFormFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map(({ path, message }) => {
    const field = message === DEADLINE_TOO_SOON ? 'time' : 'date';
    return { path: path === 'deadline' ? field : path, message };
  });
  return new ApiError(error.code, error.message, error.status, errors, error.extra);
}

/**
 * Posts a request for one meal, once however often it is sent, also after a reload, and goes to the student's requests.
 * `onInsufficient` is called when there is no meal left to pay with, with the server's words when meals are owed. Without
 * credits nothing is sent, unless an earlier response was lost: that request may have taken the last meal, and the server
 * then returns the same response again.
 */
export function useCreateRequest({ credits }: User, onInsufficient: (words?: string) => void) {
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  const navigate = useNavigate();
  const { send, isUnanswered } = useIntent(
    (values: RequestValues, headers) => unwrap(api.requests.create({ body: bodyOf(values), headers })).catch(untilWhen),
    unansweredKeys,
  );

  const { mutateAsync } = useMutation({
    mutationFn: send,
    onSuccess: ({ creditsRemaining }, { again }) => {
      dropDraft(again);
      session.update({ credits: creditsRemaining });
      toast.success(`Request created successfully! ${creditsRemaining} meals remaining`);
      void queryClient.invalidateQueries();
      // a student who has left meanwhile stays where they went
      if (window.location.pathname === paths.createRequest)
        void navigate(paths.myRequests, { state: { isPosted: true } });
    },
    onError: (error) => {
      if (isCode(error, 'INSUFFICIENT_CREDITS'))
        onInsufficient(error.extra.owed || error.extra.claimed ? error.message : undefined);
      // credits, strikes or the campus may differ from what this screen shows
      void session.refresh();
      if (isCode(error, 'CAMPUS_PAUSED') || isCode(error, 'TOO_MANY_OPEN_REQUESTS'))
        for (const changed of ['campuses', 'requests']) void queryClient.invalidateQueries({ queryKey: [changed] });
    },
    meta: { failure: 'Failed to create request', handles: ['INSUFFICIENT_CREDITS'] },
  });

  return async (values: RequestValues) => {
    if (credits < CREDITS_PER_REQUEST && !isUnanswered(values)) return onInsufficient();
    await mutateAsync(values).catch((error: unknown) => {
      throw onFormFields(error);
    });
  };
}

/** Cancels a request; its meal returns to the student. */
export function useCancelRequest() {
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  const { send } = useIntent((id: string, headers) => unwrap(api.requests.cancel({ params: { id }, headers })));
  return useMutation({
    mutationFn: send,
    onSuccess: ({ creditsRemaining }, id) => {
      session.update({ credits: creditsRemaining });
      showCancelled(queryClient, id);
    },
    // also when it failed: it may have been accepted in the meantime
    onSettled: (_answer, error) => reload(queryClient, error),
    meta: { success: 'Request cancelled successfully', failure: 'Failed to cancel request' },
  });
}
