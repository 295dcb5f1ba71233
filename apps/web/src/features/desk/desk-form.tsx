import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { errorCodes } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { unwrap } from '../../shared/api/client';
import { isCode } from '../../shared/api/api-error';
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
  onDone?: () => void;
}

/**
 * A form of the desk. Shows the server's refusal beside the button, asks for a fresh code where the server wants one, and
 * then reloads everything.
 */
export function DeskForm({ button, color, children, send, onDone }: Props) {
  const { client } = useDesk();
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const action = useMutation({
    mutationFn: async (data: FormData) => {
      if (needsCode) await unwrap(client.operators.confirm({ body: { code: textOf(data, 'code') } }));
      return send(data);
    },
    onSuccess: async (answer) => {
      setNeedsCode(false);
      if (answer?.message) toast.success(answer.message);
      await queries.invalidateQueries({ queryKey: ['desk'] });
      onDone?.();
    },
    onError: (error) => {
      if (isCode(error, 'CONFIRMATION_REQUIRED')) setNeedsCode(true);
      if (isCode(error, 'CAMPUS_CHANGED')) void queries.invalidateQueries({ queryKey: ['desk'] });
    },
    // the form shows every refusal itself
    meta: { handles: [...errorCodes] },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!action.isPending) action.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {needsCode && (
          <TextInput label="Code of your authenticator" name="code" autoComplete="one-time-code" data-autofocus />
        )}
        {action.error && (
          <Alert role="alert" color={needsCode ? 'yellow' : 'red'}>
            {action.error.message}
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
