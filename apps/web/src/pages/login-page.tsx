import { Alert, Anchor, Text, Title } from '@mantine/core';
import { VERIFICATION_LINK_HOURS } from '@spareswipe/contract';
import { useId, useState } from 'react';
import { Link, Navigate, useLocation, type Path } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import { LoginForm } from '../features/auth/login-form';
import { SharedLink } from '../features/auth/shared-link';
import classes from '../features/auth/auth.module.css';
import { paths } from '../shared/paths';
import { signOnBelow } from './sign-on-below';
import { useSession } from '../shared/session/session';
import { hasExpired } from '../shared/session/token';

/** Logs in and goes on to the page that was asked for, or to the dashboard. */
export function LoginPage() {
  const { isAuthenticated } = useSession();
  const { state } = useLocation() as { state: { from?: Path } | null };
  const from = state?.from;
  const shared = from?.pathname === paths.browse && new URLSearchParams(from.search).get('open');
  const [isExpired] = useState(hasExpired);
  const expiredId = useId();
  if (isAuthenticated) return <Navigate to={from ?? paths.dashboard} replace />;
  return (
    <AuthScreen
      title="Welcome Back"
      lead="Log in with your .edu address."
      describedBy={isExpired ? expiredId : undefined}
    >
      {isExpired && (
        <Alert id={expiredId} color="blue" role="status" mt="md">
          Your session has ended. Please log in again.
        </Alert>
      )}
      {shared && <SharedLink open={shared} />}
      <LoginForm below={signOnBelow(state?.from)} />
      <Text mt="lg">
        New here?{' '}
        <Anchor component={Link} to={paths.register}>
          Create an account
        </Anchor>
      </Text>
      <HelpBox />
    </AuthScreen>
  );
}

function HelpBox() {
  return (
    <section className={classes.help} aria-labelledby="login-help">
      <Title order={2} size="h4" mb={4} id="login-help">
        Need help logging in?
      </Title>
      <ul>
        <li>Use the .edu address you registered with.</li>
        <li>Follow the link in your verification email first. It is good for {VERIFICATION_LINK_HOURS} hours.</li>
        <li>No mail? Look in your spam folder, or log in once to have another one sent.</li>
      </ul>
    </section>
  );
}
