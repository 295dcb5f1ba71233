import { Button } from '@mantine/core';
import { VERIFICATION_LINK_HOURS } from '@spareswipe/contract';
import { Link } from 'react-router';
import { CardArt } from '../../shared/art/card-art';
import { paths } from '../../shared/paths';
import { Email } from '../../shared/ui/email';
import { AuthScreen } from './auth-screen';
import classes from './auth.module.css';

/** After registering: the account waits for the link in the mail. */
export function CheckYourEmail({ email }: { email: string }) {
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
        <Button component={Link} to={paths.login}>
          Go to Login
        </Button>
      </div>
    </AuthScreen>
  );
}
