import { Button, NativeSelect, TextInput } from '@mantine/core';
import { institutionFromEmail, PASSWORD_HINT, type Register } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { PasswordField } from '../../shared/forms/password-field';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { rolePreferences } from '../../shared/role-preferences';
import { useSessionChanges } from '../../shared/session/session';
import { readToken } from '../../shared/session/token';
import { toast } from '../../shared/ui/toast';
import classes from './auth.module.css';

const EDU_ADDRESS = /@\S+\.edu$/i;

/** The campus an address belongs to, as it is typed. */
function Institution({ email }: { email: string }) {
  const address = email.trim();
  return (
    <p className={classes.institution} aria-live="polite" hidden={!EDU_ADDRESS.test(address)}>
      Institution: <strong>{institutionFromEmail(address)}</strong>
    </p>
  );
}

export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const session = useSessionChanges();
  const register = useMutation({
    mutationFn: (body: Register) => unwrap(api.auth.register({ body })),
    meta: { failure: 'Registration failed' },
    onMutate: readToken,
    onSuccess: ({ user, message }, _details, before) => {
      // a session that another tab has begun meanwhile is none of this form's
      if (readToken() === before) session.registered(user);
      toast.success(message);
      onRegistered(user.email);
    },
    onError: (_error, _details, before) => {
      if (readToken() === before) session.end();
    },
  });
  const { form, field, formProps, isSubmitting } = useContractForm<Register>({
    initialValues: { name: '', email: '', phoneNumber: '', password: '', rolePreference: 'both' },
    schema: (rules) => rules.register,
    submit: register.mutateAsync,
  });

  return (
    <form {...formProps} className={classes.form}>
      <TextInput label="Full name" autoComplete="name" dir="auto" {...field('name')} />
      <TextInput label="Email" type="email" autoComplete="email" placeholder="you@college.edu" {...field('email')} />
      <Institution email={form.values.email} />
      <TextInput
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="617 555 0100"
        description="Begin with a digit or a +. Goes to your match by email, and to nobody else."
        {...field('phoneNumber')}
      />
      <PasswordField label="Password" autoComplete="new-password" description={PASSWORD_HINT} {...field('password')} />
      <NativeSelect
        label="Role preference"
        description="Only a preference: you can always do both"
        data={rolePreferences}
        {...field('rolePreference')}
      />
      <Button type="submit" loading={isSubmitting}>
        Create account
      </Button>
    </form>
  );
}
