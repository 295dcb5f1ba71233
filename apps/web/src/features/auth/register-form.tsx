import { TextInput } from '@mantine/core';
import { institutionFromEmail, PASSWORD_HINT, type Register } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isCode } from '../../shared/api/api-error';
import { EmailField } from '../../shared/forms/email-field';
import { PasswordField } from '../../shared/forms/password-field';
import { PhoneField } from '../../shared/forms/phone-field';
import { RolePreferenceField } from '../../shared/forms/role-preference-field';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { ProperName } from '../../shared/ui/campus';
import { useRegister } from './auth.mutations';
import classes from './auth.module.css';
import { CampusElsewhere } from './campus-elsewhere';

const EDU_ADDRESS = /@\S+\.edu$/i;

/** The campus an address belongs to, once the address is complete. Its proper name is from a list that loads then. */
function Institution({ email }: { email: string }) {
  const address = email.trim();
  const isComplete = EDU_ADDRESS.test(address);
  const institution = institutionFromEmail(address);
  const { data: list } = useQuery({
    queryKey: ['campus names'],
    queryFn: () => import('@spareswipe/contract/campus-names'),
    enabled: isComplete,
    staleTime: 'static',
    structuralSharing: false,
    meta: { silent: true },
  });
  return (
    <p className={classes.institution} data-empty={!isComplete || undefined}>
      {/* there before its words, so that they are announced; the proper name says the same again */}
      <span aria-live="polite">
        {isComplete && (
          <>
            Institution: <strong>{institution}</strong>
          </>
        )}
      </span>
      {isComplete && <ProperName institution={institution} name={list?.campusName(institution)} />}
    </p>
  );
}

interface Props {
  /** The values of an earlier registration. */
  typed?: Register;
  /** Gets the values with the address as the server has it. */
  onRegistered: (values: Register) => void;
  /** Another way in, for the address that is typed. */
  below?: (email: string) => ReactNode;
}

export function RegisterForm({ typed, onRegistered, below }: Props) {
  const register = useRegister();
  const { form, field, formProps, isSubmitting } = useContractForm<Register>({
    initialValues: typed ?? { name: '', email: '', phoneNumber: '', password: '', rolePreference: 'both' },
    schema: (rules) => rules.register,
    kept: { as: 'account', fields: ['name', 'email', 'phoneNumber', 'rolePreference'] },
    submit: async (values) => {
      const { user } = await register.mutateAsync(values);
      onRegistered({ ...values, email: user.email });
    },
  });

  return (
    <>
      {isCode(register.error, 'CAMPUS_ELSEWHERE') && <CampusElsewhere origin={register.error.extra.origin!} />}
      <form {...formProps} className={classes.form}>
        <TextInput label="Full name" autoComplete="name" dir="auto" aria-required {...field('name')} />
        <EmailField autoComplete="email" {...field('email')} />
        <Institution email={form.values.email} />
        <PhoneField {...field('phoneNumber')} onCorrect={(number) => form.setFieldValue('phoneNumber', number)} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          description={PASSWORD_HINT}
          {...field('password')}
        />
        <RolePreferenceField {...field('rolePreference')} />
        <SubmitButton isSubmitting={isSubmitting}>Create account</SubmitButton>
      </form>
      {below?.(form.values.email)}
    </>
  );
}
