import { Anchor } from '@mantine/core';
import type { Register } from '@spareswipe/contract';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import { CheckYourEmail } from '../features/auth/check-your-email';
import { RegisterForm } from '../features/auth/register-form';
import classes from '../features/auth/auth.module.css';
import { paths } from '../shared/paths';
import { signOnBelow } from './sign-on-below';
import { useSession } from '../shared/session/session';

export function RegisterPage() {
  const { isAuthenticated } = useSession();
  const [registered, setRegistered] = useState<Register | null>(null);
  const [isWrong, setWrong] = useState(false);
  if (isAuthenticated) return <Navigate to={paths.dashboard} replace />;
  if (registered && !isWrong) return <CheckYourEmail email={registered.email} onWrongAddress={() => setWrong(true)} />;
  function confirm(typed: Register) {
    setRegistered({ ...typed, password: '' });
    setWrong(false);
  }
  return (
    <AuthScreen title="Join Our Community" lead="All you need is a .edu address." isNewView={isWrong}>
      <RegisterForm typed={registered} onRegistered={confirm} below={signOnBelow()} />
      <p className={classes.foot}>
        Already registered?{' '}
        <Anchor component={Link} to={paths.login}>
          Log in
        </Anchor>
      </p>
    </AuthScreen>
  );
}
