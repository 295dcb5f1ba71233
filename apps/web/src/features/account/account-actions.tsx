import { Button, Stack, Text } from '@mantine/core';
import type { SignOnProof } from '@spareswipe/contract';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStudent } from '../../shared/session/session';
import { dialogs } from '../../shared/ui/dialogs';
import { Section } from '../../shared/ui/section';
import { DeactivateForm } from './deactivate-form';
import { DeactivateSignedOn } from './deactivate-signed-on';

const openDeactivateDialog = (hasPassword: boolean, confirmed?: SignOnProof) =>
  dialogs.openForm('deactivate', 'Deactivate Account', (close) =>
    hasPassword ? <DeactivateForm onCancel={close} /> : <DeactivateSignedOn confirmed={confirmed} onCancel={close} />,
  );

export function AccountActions() {
  const { hasPassword = true } = useStudent();
  const { state } = useLocation() as { state: { confirmed?: SignOnProof } | null };
  const confirmed = state?.confirmed;
  const navigate = useNavigate();
  // back from the campus, once: a reload must not ask again
  useEffect(() => {
    if (!confirmed) return;
    void navigate('.', { replace: true, state: null });
    openDeactivateDialog(false, confirmed);
  }, [confirmed, navigate]);
  return (
    <Section title="Account Actions">
      <Stack gap="md" align="flex-start">
        <Text>
          Deactivating your account cancels all your active requests and blocks your access. This cannot be undone.
        </Text>
        <Button color="red" variant="outline" onClick={() => openDeactivateDialog(hasPassword)}>
          Deactivate Account
        </Button>
      </Stack>
    </Section>
  );
}
