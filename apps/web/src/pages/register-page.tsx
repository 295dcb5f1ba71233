import { Anchor, Text } from '@mantine/core';
import type { Register } from '@spareswipe/contract';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import { CheckYourEmail } from '../features/auth/check-your-email';
import { RegisterForm } from '../features/auth/register-form';
import { paths } from '../shared/paths';
import { signOnBelow } from './sign-on-below';
import { keepTyped, typedInto } from '../shared/session/draft';
import { useSession } from '../shared/session/session';

export function RegisterPage() {
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  // so that a reload shows it again; what was typed is forgotten with the drafts, which the history is not
  const { isRegistered, isWrong = false } = (useLocation().state ?? {}) as { isRegistered?: true; isWrong?: boolean };
  const typed = typedInto('registered') as Partial<Register>;
  const registered = isRegistered && typed.email ? (typed as Register) : undefined;
  const become = (state: object) => void navigate('.', { replace: true, state });
  if (isAuthenticated) return <Navigate to={paths.dashboard} replace />;
  if (registered && !isWrong)
    return <CheckYourEmail email={registered.email} onWrongAddress={() => become({ isRegistered, isWrong: true })} />;
  return (
    <AuthScreen title="Join Our Community" lead="All you need is a .edu address." isNewView={isWrong}>
      <RegisterForm
        typed={registered}
        onRegistered={(values) => {
          keepTyped('registered', { ...values, password: '' });
          become({ isRegistered: true });
        }}
        below={signOnBelow()}
      />
      <Text mt="lg">
        Already registered?{' '}
        <Anchor component={Link} to={paths.login}>
          Log in
        </Anchor>
      </Text>
    </AuthScreen>
  );
}
