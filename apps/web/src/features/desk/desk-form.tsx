import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { unwrap } from '../../shared/api/client';
import { ApiError, isCode } from '../../shared/api/api-error';
import { reload } from '../../shared/api/reload';
import { SubmitButton } from '../../shared/forms/submit-button';
import { toast } from '../../shared/ui/toast';
import { FieldErrors, TextInput } from './desk-fields';
import { operators } from './desk-session';

export const textOf = (data: FormData, name: string) => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

interface Props {
  button: string;
  color?: string;
  /** The element that names what this acts on. */
  describedBy?: string;
  children: ReactNode;
  /** Sends what was entered; throws an ApiError. */
  send: (data: FormData) => Promise<{ message?: string } | undefined>;
}

/** A submit so soon after a success repeats it: the second press of a double click. */
const REPEATS_WITHIN_MS = 1000;

const unchosenError = (path: string) => {
  const message = 'Please choose';
  return new ApiError('VALIDATION_FAILED', message, 400, [{ path, message }]);
};

/** By the names of the fields. One that has the focus already is not read again, so there the error is an alert. */
function errorsOfFields(error: Error, form: HTMLFormElement | null) {
  const found: Record<string, ReactNode> = {};
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    const name = path.replace(/\.\d+$/, ''); // `places.3` belongs to the field `places`
    const field = form?.elements.namedItem(name);
    if (field) found[name] ??= field === document.activeElement ? <span role="alert">{message}</span> : message;
  }
  return found;
}

/** Passed as a ref: takes the focus when the field appears. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/**
 * A form of the desk, whose fields are of `desk-fields` and named as in the contract. Refuses a select without a choice. Shows a
 * refusal at its fields and leads to the first; one that is about no field is a toast, which outlives the form. Asks for a fresh
 * code where the server wants one. Empties its fields after a success, and reloads everything after any outcome: a colleague may
 * have been first. A second submit while one is under way, or right after it succeeded, does nothing.
 */
export function DeskForm({ button, color, describedBy, children, send }: Props) {
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<Record<string, ReactNode>>({});
  const [successes, setSuccesses] = useState(0);
  const isBusy = useRef(false);
  const succeededAt = useRef(-Infinity);
  const form = useRef<HTMLFormElement>(null);
  const action = useMutation({
    mutationFn: async (data: FormData) => {
      const unchosen = Array.from(form.current?.querySelectorAll('select') ?? []).find(({ value }) => value === '');
      if (unchosen) throw unchosenError(unchosen.name);
      if (needsCode) {
        await unwrap(operators.confirm({ body: { code: textOf(data, 'code') } }));
        setNeedsCode(false); // also if the action is refused: the code is used up, and holds for a while
      }
      return send(data);
    },
    onMutate: () => setFieldErrors({}),
    onSuccess: (answer) => {
      succeededAt.current = performance.now();
      setSuccesses((count) => count + 1);
      if (answer?.message) toast.success(answer.message);
    },
    onError: (error) => {
      if (isCode(error, 'CONFIRMATION_REQUIRED')) setNeedsCode(true);
      setFieldErrors(errorsOfFields(error, form.current));
    },
    onSettled: async (_answer, error) => {
      // other pages of a list would show for a moment what they were
      queries.removeQueries({ queryKey: ['desk'], type: 'inactive' });
      await reload(queries, error);
      isBusy.current = false;
    },
    meta: { handles: (error) => Object.keys(errorsOfFields(error, form.current)).length > 0 },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current || performance.now() - succeededAt.current < REPEATS_WITHIN_MS) return;
    isBusy.current = true;
    action.mutate(new FormData(event.currentTarget));
  };
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [fieldErrors]);
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {/* each "Reason" of a screen is heard with what it is for; takes the focus of a field that is emptied */}
      <Stack component="fieldset" tabIndex={-1} aria-label={button} aria-describedby={describedBy} gap="md">
        <FieldErrors value={fieldErrors}>
          <Fragment key={successes}>{children}</Fragment>
          {needsCode && (
            <TextInput
              ref={focus}
              label="Code of your authenticator"
              name="code"
              aria-required
              autoComplete="one-time-code"
            />
          )}
        </FieldErrors>
        <div>
          <SubmitButton color={color} isSubmitting={action.isPending}>
            {button}
          </SubmitButton>
        </div>
      </Stack>
    </form>
  );
}
