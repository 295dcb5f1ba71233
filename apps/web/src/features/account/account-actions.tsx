import { Button, Stack, Text } from '@mantine/core';
import { dialogs } from '../../shared/ui/dialogs';
import { Section } from '../../shared/ui/section';
import { DeactivateForm } from './deactivate-form';

function openDeactivateDialog() {
  dialogs.open({
    modalId: 'deactivate',
    title: 'Deactivate Account',
    closeOnClickOutside: false,
    children: <DeactivateForm onCancel={() => dialogs.close('deactivate')} />,
  });
}

export function AccountActions() {
  return (
    <Section title="Account Actions">
      <Stack gap="md" align="flex-start">
        <Text>
          Deactivating your account cancels all your active requests and blocks your access. This cannot be undone.
        </Text>
        <Button color="red" variant="outline" onClick={openDeactivateDialog}>
          Deactivate Account
        </Button>
      </Stack>
    </Section>
  );
}
