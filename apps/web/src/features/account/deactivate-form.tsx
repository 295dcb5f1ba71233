import { Button, Stack, Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import { ApiError, isCode } from '../../shared/api/api-error';
import { PasswordField } from '../../shared/forms/password-field';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { useStudent } from '../../shared/session/session';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { DownloadData } from './download-data';
import { useDeactivate } from './account.mutations';

const wrongPassword = () =>
  new ApiError('INVALID_CREDENTIALS', '', 401, [{ path: 'password', message: 'This password is not right' }]);

export function Consequences() {
  const { credits } = useStudent();
  return (
    <>
      <Text>This cannot be undone:</Text>
      <ul>
        <li>All your active requests are cancelled.</li>
        <li>Matches in which somebody helps you are called off.</li>
        <li>
          You lose {credits > 0 && <>your {counted(credits, 'meal')} and </>}the meals of these requests and matches,
          bought ones too.
        </li>
        <li>Matches you are helping with are open for others again.</li>
        <li>A match that it is too late to call off is completed, or its meal goes back.</li>
        <li>You are signed out everywhere. You cannot log in again, or register again with this address.</li>
      </ul>
    </>
  );
}

export function WhatStays() {
  return (
    <>
      <Text>What stays, without your name, email and phone number:</Text>
      <ul>
        <li>Meals that moved, and payments: the balances of others depend on them.</li>
        <li>Requests, matches, ratings, strikes and reports: others took part in them.</li>
      </ul>
    </>
  );
}

/** Closes the account for good, once the student has confirmed it with the password. */
export function DeactivateForm({ onCancel }: { onCancel: () => void }) {
  const deactivate = useDeactivate();
  const { field, formProps, isSubmitting } = useContractForm({
    initialValues: { password: '' },
    schema: (rules) => rules.deactivate,
    submit: (values) =>
      deactivate.mutateAsync(values).catch((error: unknown) => {
        throw isCode(error, 'INVALID_CREDENTIALS') ? wrongPassword() : error;
      }),
  });
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Consequences />
        <PasswordField label="Confirm with your password" autoComplete="current-password" {...field('password')} />
        <WhatStays />
        <DownloadData />
        <DialogButtons>
          <Button variant="default" onClick={onCancel} disabled={isSubmitting} data-autofocus>
            Keep my account
          </Button>
          <SubmitButton color="red" isSubmitting={isSubmitting} busy="Deactivating...">
            Deactivate Account
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}
