import { Button, Container, Group, Text } from '@mantine/core';
import { useResend } from '../features/auth/use-resend';
import { CardArt } from '../shared/art/card-art';
import { ActionButton } from '../shared/ui/action-button';
import { EmptyState } from '../shared/ui/empty-state';
import { usePageHeading } from '../shared/ui/use-page-heading';
import { useLogout } from './use-logout';

const TITLE = 'Email Verification Required';

/** Replaces every student screen until the address is verified (spec §2 Access guard). */
export function VerificationRequired({ email }: { email: string }) {
  const heading = usePageHeading(TITLE, { isNewView: true });
  const { send, isSending, cooldownSeconds } = useResend(email, { countsDown: false });
  const logOut = useLogout();
  return (
    <Container size="34rem" w="100%" py="xl">
      <EmptyState
        art={<CardArt />}
        title={TITLE}
        headingRef={heading}
        action={
          <>
            <Group justify="center" gap="sm">
              <ActionButton onClick={send} isPending={isSending || cooldownSeconds > 0}>
                Resend verification email
              </ActionButton>
              <Button variant="default" onClick={logOut}>
                Log out
              </Button>
            </Group>
            <Text size="sm" c="dimmed" role="timer">
              {cooldownSeconds > 0 && `You can send another one in ${cooldownSeconds} seconds.`}
            </Text>
          </>
        }
      >
        Please check your email and click the verification link to access your account.
      </EmptyState>
    </Container>
  );
}
