import { Stack, TextInput } from '@mantine/core';
import type { User } from '@spareswipe/contract';
import { RolePreferenceField } from '../../shared/forms/role-preference-field';
import { useContractForm } from '../../shared/forms/use-contract-form';
import { Section } from '../../shared/ui/section';
import { SaveButton } from './save-button';
import { useUpdateProfile } from './users.mutations';
import classes from './users.module.css';

/** Name and role preference; e-mail and institution are shown, and why they cannot be changed. */
export function AccountSettings({ user }: { user: User }) {
  const update = useUpdateProfile();
  const { form, field, formProps, isSubmitting } = useContractForm({
    initialValues: { name: user.name, rolePreference: user.rolePreference },
    schema: (rules) => rules.updateProfile,
    kept: { as: 'profile', fields: ['name', 'rolePreference'] },
    submit: async (values) => {
      const { user: saved } = await update.mutateAsync(values);
      // as it was saved, without spaces around it; unless the student has typed on
      if (form.getValues().name === values.name) form.setFieldValue('name', saved.name);
    },
  });
  const isChanged = form.values.name !== user.name || form.values.rolePreference !== user.rolePreference;
  return (
    <Section title="Account Settings">
      <form {...formProps}>
        <Stack gap="md">
          <TextInput label="Full name" autoComplete="name" dir="auto" aria-required {...field('name')} />
          <TextInput
            label="Email"
            name="email"
            value={user.email}
            readOnly
            classNames={{ input: classes.readOnly }}
            description="To change your email, please contact support."
          />
          <TextInput
            label="Institution"
            name="institution"
            value={user.institution}
            readOnly
            classNames={{ input: classes.readOnly }}
            description="Detected from your email domain."
          />
          <RolePreferenceField {...field('rolePreference')} />
          <SaveButton isSubmitting={isSubmitting} isChanged={isChanged}>
            Save Changes
          </SaveButton>
        </Stack>
      </form>
    </Section>
  );
}
