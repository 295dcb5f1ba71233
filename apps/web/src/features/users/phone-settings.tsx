import { Stack } from '@mantine/core';
import type { User } from '@spareswipe/contract';
import { PhoneField } from '../../shared/forms/phone-field';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { Section } from '../../shared/ui/section';
import { SaveButton } from './save-button';
import { useUpdateProfile } from './users.mutations';

/** The number that matches get. A separate form, since the spec lists the fields of the account settings. */
export function PhoneSettings({ user }: { user: User }) {
  const update = useUpdateProfile();
  const { form, field, formProps, isSubmitting } = useContractForm({
    initialValues: { phoneNumber: user.phoneNumber },
    schema: (rules) => rules.updateProfile.pick({ phoneNumber: true }),
    kept: { as: 'phone', fields: ['phoneNumber'] },
    submit: async ({ phoneNumber }) => {
      const { user: saved } = await update.mutateAsync({ name: user.name, phoneNumber });
      // as it was saved, without spaces around it; unless the student has typed on
      if (form.getValues().phoneNumber === phoneNumber) form.setFieldValue('phoneNumber', saved.phoneNumber);
    },
  });
  const isChanged = form.values.phoneNumber !== user.phoneNumber;
  return (
    <Section title="Contact">
      <form {...formProps}>
        <Stack gap="md">
          <PhoneField {...field('phoneNumber')} onCorrect={(number) => form.setFieldValue('phoneNumber', number)} />
          <SaveButton isSubmitting={isSubmitting} isChanged={isChanged}>
            Save Number
          </SaveButton>
        </Stack>
      </form>
    </Section>
  );
}
