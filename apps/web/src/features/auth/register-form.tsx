import { NativeSelect, TextInput } from '@mantine/core';
import { institutionFromEmail, PASSWORD_HINT, type Register } from '@spareswipe/contract';
import { PasswordField } from '../../shared/forms/password-field';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { rolePreferences } from '../../shared/role-preferences';
import { useRegister } from './auth.mutations';
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
  const register = useRegister();
  const { form, field, formProps, isSubmitting } = useContractForm<Register>({
    initialValues: { name: '', email: '', phoneNumber: '', password: '', rolePreference: 'both' },
    schema: (rules) => rules.register,
    submit: async (values) => onRegistered((await register.mutateAsync(values)).user.email),
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
      <SubmitButton isSubmitting={isSubmitting}>Create account</SubmitButton>
    </form>
  );
}
