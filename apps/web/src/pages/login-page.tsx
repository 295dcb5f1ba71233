import { Anchor } from '@mantine/core';
import { Link, Navigate, useLocation, type To } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import { HelpBox } from '../features/auth/help-box';
import { LoginForm } from '../features/auth/login-form';
import classes from '../features/auth/auth.module.css';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';

/** Logs in and goes on to the page that was asked for, or to the dashboard. */
export function LoginPage() {
  const { isAuthenticated } = useSession();
  const { state } = useLocation() as { state: { from?: To } | null };
  if (isAuthenticated) return <Navigate to={state?.from ?? paths.dashboard} replace />;
  return (
    <AuthScreen title="Welcome Back" lead="Log in with your .edu address.">
      <LoginForm />
      <p className={classes.foot}>
        New here?{' '}
        <Anchor component={Link} to={paths.register}>
          Create an account
        </Anchor>
      </p>
      <HelpBox />
    </AuthScreen>
  );
}
