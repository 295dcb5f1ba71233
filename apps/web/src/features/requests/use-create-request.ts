import {
  CREDITS_PER_REQUEST,
  deadlineFrom,
  DEADLINE_TOO_SOON,
  type CreateRequest,
  type CreateRequestForm,
  type MealPeriod,
  type Urgency,
} from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, isCode } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { useIdempotencyKeys } from '../../shared/api/idempotency-key';
import { onceMore } from '../../shared/api/once-more';
import { paths } from '../../shared/paths';
import { dropDraft } from '../../shared/session/draft';
import { useSessionChanges } from '../../shared/session/session';
import { toast } from '../../shared/ui/toast';

/** The form's values: every control has one. */
export type RequestValues = Required<Omit<CreateRequestForm, 'description'>> & {
  description: string;
  mealPeriod: MealPeriod;
  urgency: Urgency;
};

const bodyOf = ({ date, time, ...asked }: RequestValues): CreateRequest => ({
  ...asked,
  deadline: deadlineFrom(date, time).toISOString(),
});

/** The server knows one deadline, the form a date and a time: its refusal lands on the one to change. */
function onFormFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const errors = error.errors.map(({ path, message }) => {
    const field = message === DEADLINE_TOO_SOON ? 'time' : 'date';
    return { path: path === 'deadline' ? field : path, message };
  });
  return new ApiError(error.code, error.message, error.status, errors, error.extra);
}

/**
 * Posts a request for one meal, once per wish however often it is sent, and goes to the student's requests.
 * `onInsufficient` is called when there is no meal left to pay with, with the server's words when meals are owed. Without
 * credits nothing is sent, but for a wish whose answer got lost: the last meal may be gone because it came true, and the
 * server then gives that answer again.
 */
export function useCreateRequest(credits: number, onInsufficient: (words?: string) => void) {
  const intents = useIdempotencyKeys();
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  const navigate = useNavigate();

  const { mutateAsync } = useMutation({
    mutationFn: (values: RequestValues) => {
      const body = bodyOf(values);
      const headers = intents.headersFor(body);
      return onceMore(() => unwrap(api.requests.create({ body, headers })));
    },
    onSuccess: ({ creditsRemaining }, values) => {
      intents.settled(bodyOf(values));
      dropDraft();
      session.update({ credits: creditsRemaining });
      toast.success(`Request created successfully! ${creditsRemaining} meals remaining`);
      void queryClient.invalidateQueries();
      // who has left meanwhile stays where they went
      if (window.location.pathname === paths.createRequest) void navigate(paths.myRequests);
    },
    onError: (error, values) => {
      if (isCode(error, 'INSUFFICIENT_CREDITS')) {
        intents.settled(bodyOf(values));
        onInsufficient(error.extra.owed ? error.message : undefined);
      }
      // credits or strikes are not what this screen thought
      void session.refresh();
    },
    meta: { failure: 'Failed to create request', handles: ['INSUFFICIENT_CREDITS'] },
  });

  return async (values: RequestValues) => {
    if (credits < CREDITS_PER_REQUEST && !intents.isOpen(bodyOf(values))) return onInsufficient();
    await mutateAsync(values).catch((error: unknown) => {
      throw onFormFields(error);
    });
  };
}
