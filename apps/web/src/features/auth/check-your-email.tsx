import { Button, Text } from '@mantine/core';
import { VERIFICATION_LINK_HOURS } from '@spareswipe/contract';
import { Link } from 'react-router';
import { CardArt } from '../../shared/art/card-art';
import { paths } from '../../shared/paths';
import { keepTyped } from '../../shared/session/draft';
import { ActionButton } from '../../shared/ui/action-button';
import { Email } from '../../shared/ui/email';
import { AuthScreen } from './auth-screen';
import classes from './auth.module.css';
import { useResend } from './use-resend';

/** After registering: the account waits for the link in the mail, which can be sent again or to another address. */
export function CheckYourEmail({ email, onWrongAddress }: { email: string; onWrongAddress: () => void }) {
  const { send, isSending, cooldownSeconds } = useResend(email, { countsDown: false, wasJustSent: true });
  return (
    <AuthScreen
      isNewView
      art={<CardArt />}
      title="Check Your Email"
      lead={
        <>
          We sent a verification link to{' '}
          <strong>
            <Email address={email} />
          </strong>
          . Follow it within {VERIFICATION_LINK_HOURS} hours to activate your account.
        </>
      }
    >
      <div className={classes.actions}>
        <Button component={Link} to={paths.login} onClick={() => keepTyped('account', { email })}>
          Go to Login
        </Button>
        <ActionButton variant="default" onClick={send} isPending={isSending || cooldownSeconds > 0}>
          Resend verification email
        </ActionButton>
        <Button variant="subtle" onClick={onWrongAddress}>
          Wrong address?
        </Button>
      </div>
      <Text size="sm" c="dimmed" role="timer" mt="xs" mih="1.5em">
        {cooldownSeconds > 0 && `You can send another one in ${cooldownSeconds} seconds.`}
      </Text>
    </AuthScreen>
  );
}
