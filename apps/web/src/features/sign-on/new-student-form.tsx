import { Stack, Text, TextInput } from '@mantine/core';
import type { SignOnOutcome } from '@spareswipe/contract';
import { useState } from 'react';
import { isCode } from '../../shared/api/api-error';
import { PhoneField } from '../../shared/forms/phone-field';
import { RolePreferenceField } from '../../shared/forms/role-preference-field';
import { SubmitButton } from '../../shared/forms/submit-button';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { Email } from '../../shared/ui/email';
import { LinkAccount } from './link-account';
import { useCompleteSignOn } from './sign-on.mutations';

interface Props {
  student: Extract<SignOnOutcome, { next: 'profile' }>;
  /** The account is open, and logged in. */
  onOpened: (returnTo: string) => void;
  /** The address waits for its mailed link. */
  onMailed: (email: string) => void;
  /** It took more than ten minutes, or the account is open already and the response that said so was lost. */
  onOver: (message: string) => void;
}

/** Asks a new student for what the campus does not tell. If the address has an account already, offers to link it. */
export function NewStudentForm({ student, onOpened, onMailed, onOver }: Props) {
  const { code, campus, email, isVouched, hasAccount } = student;
  const [taken, setTaken] = useState(hasAccount ? email : '');
  const complete = useCompleteSignOn();
  const { form, field, formProps, isSubmitting } = useContractForm({
    initialValues: { name: student.name, email, phoneNumber: '', rolePreference: 'both' as const },
    schema: (rules) => rules.completeSignOn.omit({ code: true, secret: true }),
    submit: async (values) => {
      try {
        const { token, returnTo } = await complete.mutateAsync({ ...values, code });
        if (token) onOpened(returnTo);
        else onMailed(values.email);
      } catch (error) {
        if (isCode(error, 'EMAIL_TAKEN')) setTaken(values.email);
        if (isCode(error, 'INVALID_TOKEN')) onOver(error.message);
        throw error;
      }
    },
  });
  if (taken) return <LinkAccount code={code} email={taken} campus={campus.name} onOver={onOver} />;
  return (
    <form {...formProps}>
      <Stack gap="md" mt="lg">
        <TextInput label="Full name" autoComplete="name" dir="auto" aria-required {...field('name')} />
        {isVouched ? (
          <Text>
            Email: <Email address={email} />
          </Text>
        ) : (
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            description={`Your address at ${campus.domains.join(' or ')}. We mail you a link to verify it.`}
            aria-required
            {...field('email')}
          />
        )}
        <PhoneField {...field('phoneNumber')} onCorrect={(number) => form.setFieldValue('phoneNumber', number)} />
        <RolePreferenceField {...field('rolePreference')} />
        <SubmitButton isSubmitting={isSubmitting}>Create account</SubmitButton>
      </Stack>
    </form>
  );
}
