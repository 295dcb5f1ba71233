import { Anchor, Button, Text } from '@mantine/core';
import type { EmailOnly } from '@spareswipe/contract';
import { Link } from 'react-router';
import { useForgotPassword } from '../features/auth/auth.mutations';
import { AuthScreen } from '../features/auth/auth-screen';
import classes from '../features/auth/auth.module.css';
import { CardArt } from '../shared/art/card-art';
import { EmailField } from '../shared/forms/email-field';
import { SubmitButton } from '../shared/forms/submit-button';
import { useContractForm } from '../shared/forms/use-contract-form';
import { paths } from '../shared/paths';
import { Email } from '../shared/ui/email';

/** Mails a link to choose a new password. The response is the same whether or not the address is known. */
export function ForgotPasswordPage() {
  const ask = useForgotPassword();
  const { field, formProps, isSubmitting } = useContractForm<EmailOnly>({
    initialValues: { email: '' },
    schema: (rules) => rules.emailOnly,
    kept: { as: 'account', fields: ['email'] },
    submit: ask.mutateAsync,
  });
  if (ask.isSuccess)
    return (
      <AuthScreen key="sent" isNewView art={<CardArt />} title="Check your inbox" lead={ask.data.message}>
        <Text mt="xs">
          You entered <Email address={ask.variables.email} />.
        </Text>
        <div className={classes.actions}>
          <Button component={Link} to={paths.login}>
            Go to Login
          </Button>
        </div>
      </AuthScreen>
    );
  return (
    <AuthScreen title="Forgot your password?" lead="We will mail you a link to choose a new one.">
      <form {...formProps} className={classes.form}>
        <EmailField autoComplete="username" {...field('email')} />
        <SubmitButton isSubmitting={isSubmitting}>Send reset link</SubmitButton>
      </form>
      <Text mt="lg">
        <Anchor component={Link} to={paths.login}>
          Back to log in
        </Anchor>
      </Text>
    </AuthScreen>
  );
}
