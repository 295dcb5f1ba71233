import { Alert, Text } from '@mantine/core';
import { IconMailExclamation } from '@tabler/icons-react';
import { useId } from 'react';
import { ActionButton } from '../../shared/ui/action-button';
import { Email } from '../../shared/ui/email';
import { useResend } from './use-resend';

/** Shown when the password is right but the address was never verified. */
export function UnverifiedPanel({ email }: { email: string }) {
  const waitId = useId();
  const { send, isSending, countdownSeconds, cooldownSeconds } = useResend(email);
  return (
    <Alert
      color="yellow"
      variant="light"
      title={
        <Text span inherit role="heading" aria-level={2}>
          Email verification required
        </Text>
      }
      icon={<IconMailExclamation aria-hidden />}
      mt="md"
    >
      <Text>Please verify your email address before logging in.</Text>
      <Text id={waitId} my="xs" role="timer" aria-live="off">
        {countdownSeconds !== null && (
          <>
            A new link will be sent to <Email address={email} /> in {countdownSeconds} seconds.
          </>
        )}
        {cooldownSeconds > 0 && `You can send another one in ${cooldownSeconds} seconds.`}
      </Text>
      <ActionButton
        variant="default"
        aria-describedby={waitId}
        onClick={send}
        isPending={isSending || cooldownSeconds > 0}
      >
        Resend verification email
      </ActionButton>
    </Alert>
  );
}
