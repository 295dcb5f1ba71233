import { Alert, Anchor } from '@mantine/core';
import { PASSWORD_HINT, type ResetPassword } from '@spareswipe/contract';
import { Link } from 'react-router';
import { useResetPassword } from '../features/auth/auth.mutations';
import { AuthScreen } from '../features/auth/auth-screen';
import classes from '../features/auth/auth.module.css';
import { useMailedLink } from '../shared/session/mailed-link';
import { resetAddress } from '../shared/session/reset-address';
import { isCode } from '../shared/api/api-error';
import { PasswordField } from '../shared/forms/password-field';
import { SubmitButton } from '../shared/forms/submit-button';
import { useContractForm } from '../shared/forms/use-contract-form';
import { paths } from '../shared/paths';

/** Chooses a new password with the mailed link; every session ends, so the next step is to log in. */
export function ResetPasswordPage() {
  const token = useMailedLink('/reset-password');
  const reset = useResetPassword();
  const { field, formProps, isSubmitting } = useContractForm<ResetPassword>({
    initialValues: { token, password: '' },
    schema: (rules) => rules.resetPassword,
    submit: reset.mutateAsync,
  });
  return (
    <AuthScreen title="Choose a new password" lead="You will be logged out everywhere and can log in with it.">
      {(!token || isCode(reset.error, 'INVALID_TOKEN')) && (
        <Alert color="red" mt="md" title="The password reset link is invalid or has expired.">
          <Anchor component={Link} to={paths.forgotPassword}>
            Ask for a new link
          </Anchor>
        </Alert>
      )}
      <form {...formProps} className={classes.form}>
        {/* for password managers */}
        <input type="email" autoComplete="username" defaultValue={resetAddress()} readOnly hidden />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          description={PASSWORD_HINT}
          {...field('password')}
        />
        <SubmitButton isSubmitting={isSubmitting}>Save new password</SubmitButton>
      </form>
    </AuthScreen>
  );
}
