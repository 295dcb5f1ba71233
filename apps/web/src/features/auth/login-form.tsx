import { Anchor, Button, TextInput } from '@mantine/core';
import type { Login } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isCode } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { PasswordField } from '../../shared/forms/password-field';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { paths } from '../../shared/paths';
import { useSessionChanges } from '../../shared/session/session';
import { readToken } from '../../shared/session/token';
import classes from './auth.module.css';
import { UnverifiedPanel } from './unverified-panel';

/** Logs in; the page around it moves on once the session has started. */
export function LoginForm() {
  const session = useSessionChanges();
  const [unverified, setUnverified] = useState<string | null>(null);
  const login = useMutation({
    mutationFn: (body: Login) => unwrap(api.auth.login({ body })),
    meta: { success: 'Login successful!', failure: 'Login failed', handles: ['EMAIL_NOT_VERIFIED'], login: true },
    onMutate: readToken,
    onSuccess: ({ token, user }) => session.start(token, user),
    onError: (error, { email }, before) => {
      // not one that another tab has begun meanwhile
      if (readToken() === before) session.end();
      setUnverified(isCode(error, 'EMAIL_NOT_VERIFIED') ? (error.extra.email ?? email) : null);
    },
  });
  const { field, formProps, isSubmitting } = useContractForm<Login>({
    initialValues: { email: '', password: '' },
    schema: (rules) => rules.login,
    submit: login.mutateAsync,
  });

  return (
    <>
      {unverified && <UnverifiedPanel key={unverified} email={unverified} />}
      <form {...formProps} className={classes.form}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          placeholder="you@college.edu"
          {...field('email')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Anchor component={Link} to={paths.forgotPassword} className={classes.forgot}>
          Forgot your password?
        </Anchor>
        <Button type="submit" loading={isSubmitting}>
          Log in
        </Button>
      </form>
    </>
  );
}
