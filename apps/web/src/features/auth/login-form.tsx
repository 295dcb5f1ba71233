import { Anchor } from '@mantine/core';
import type { Login } from '@spareswipe/contract';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError, isCode } from '../../shared/api/api-error';
import { EmailField } from '../../shared/forms/email-field';
import { PasswordField } from '../../shared/forms/password-field';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { loadScript } from '../../shared/load-script';
import { paths } from '../../shared/paths';
import { toast } from '../../shared/ui/toast';
import { useLogin } from './auth.mutations';
import classes from './auth.module.css';
import { CampusElsewhere } from './campus-elsewhere';

// rarely seen, so not part of the first script
const UnverifiedPanel = lazy(async () => ({
  default: (await loadScript(() => import('./unverified-panel'))).UnverifiedPanel,
}));

/** Leads back to the password without words of its own: the toast has said why. */
const atPassword = ({ code, message, status }: ApiError) =>
  new ApiError(code, message, status, [{ path: 'password', message: '' }]);

/** Logs in; the page around it moves on once the session has started. `below`: another way in, for the address that is typed. */
export function LoginForm({ below }: { below?: (email: string) => ReactNode }) {
  const [unverified, setUnverified] = useState<string | null>(null);
  const login = useLogin();
  const { form, field, formProps, isSubmitting } = useContractForm<Login>({
    initialValues: { email: '', password: '' },
    schema: (rules) => rules.login,
    kept: { as: 'account', fields: ['email'] },
    submit: async (values) => {
      // the refusal of an earlier try no longer applies
      if (login.error) toast.dismiss(login.error.message);
      try {
        await login.mutateAsync(values);
      } catch (error) {
        setUnverified(isCode(error, 'EMAIL_NOT_VERIFIED') ? (error.extra.email ?? values.email) : null);
        throw isCode(error, 'INVALID_CREDENTIALS') ? atPassword(error) : error;
      }
    },
  });

  return (
    <>
      {isCode(login.error, 'CAMPUS_ELSEWHERE') && <CampusElsewhere origin={login.error.extra.origin!} />}
      <Suspense>{unverified && <UnverifiedPanel key={unverified} email={unverified} />}</Suspense>
      <form {...formProps} className={classes.form}>
        <EmailField autoComplete="username" {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Anchor component={Link} to={paths.forgotPassword} mt={-8}>
          Forgot your password?
        </Anchor>
        <SubmitButton isSubmitting={isSubmitting}>Log in</SubmitButton>
      </form>
      {below?.(form.values.email)}
    </>
  );
}
