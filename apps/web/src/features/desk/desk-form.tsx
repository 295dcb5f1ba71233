import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { errorCodes } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { unwrap } from '../../shared/api/client';
import { isCode } from '../../shared/api/api-error';
import { soon } from '../../shared/api/reload';
import { toast } from '../../shared/ui/toast';
import { useDesk } from './desk-session';

export const textOf = (data: FormData, name: string) => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

interface Props {
  button: string;
  color?: string;
  children: ReactNode;
  /** Sends what was entered; throws an ApiError. */
  send: (data: FormData) => Promise<{ message?: string } | undefined>;
}

/** A submit so soon after a success repeats it: the second press of a double click. */
const REPEATS_WITHIN_MS = 1000;

/** Passed as a ref: takes the focus when the field appears. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/**
 * A form of the desk. Shows the server's refusal beside the button, asks for a fresh code where the server wants one, and
 * after a success reloads everything and empties its fields. A second submit while one is under way, or right after it
 * succeeded, does nothing.
 */
export function DeskForm({ button, color, children, send }: Props) {
  const { client } = useDesk();
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const [successes, setSuccesses] = useState(0);
  const isBusy = useRef(false);
  const succeededAt = useRef(-Infinity);
  const form = useRef<HTMLFormElement>(null);
  const action = useMutation({
    mutationFn: async (data: FormData) => {
      if (needsCode) {
        await unwrap(client.operators.confirm({ body: { code: textOf(data, 'code') } }));
        setNeedsCode(false); // also if the action is refused: the code is used up, and holds for a while
      }
      return send(data);
    },
    onSuccess: async (answer) => {
      succeededAt.current = performance.now();
      setSuccesses((count) => count + 1);
      if (answer?.message) toast.success(answer.message);
      await soon(queries.invalidateQueries({ queryKey: ['desk'] }));
    },
    onError: (error) => {
      if (isCode(error, 'CONFIRMATION_REQUIRED')) setNeedsCode(true);
    },
    onSettled: () => void (isBusy.current = false),
    // the form shows every refusal itself
    meta: { handles: [...errorCodes] },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current || performance.now() - succeededAt.current < REPEATS_WITHIN_MS) return;
    isBusy.current = true;
    action.mutate(new FormData(event.currentTarget));
  };
  // the button is disabled meanwhile, and a disabled button loses the focus
  useEffect(() => {
    if (action.isPending || action.isIdle || document.activeElement !== document.body) return;
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [action.isPending, action.isIdle]);
  // when a form disappears together with what it decided, the focus would be lost
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    },
    [],
  );
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Fragment key={successes}>{children}</Fragment>
        {needsCode && (
          <TextInput ref={focus} label="Code of your authenticator" name="code" autoComplete="one-time-code" />
        )}
        {action.error && (
          <Alert role="alert" color={needsCode ? 'yellow' : 'red'}>
            {action.error.message || 'Something went wrong. Please try again.'}
          </Alert>
        )}
        <div>
          <Button type="submit" color={color} loading={action.isPending}>
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
