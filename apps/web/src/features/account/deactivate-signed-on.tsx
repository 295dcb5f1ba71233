import { Button, Stack, Text } from '@mantine/core';
import type { SignOnProof } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { mySignOn } from '../../shared/session/my-sign-on';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { useDeactivateSignedOn, useProveAgain } from './account.mutations';
import { Consequences } from './deactivate-form';
import { DownloadData } from './download-data';

interface Props {
  /** A fresh sign-on, once the campus has sent the student back. */
  confirmed?: SignOnProof;
  onCancel: () => void;
}

/** Closes the account of a student without a password, who signs on again instead. */
export function DeactivateSignedOn({ confirmed, onCancel }: Props) {
  const { data } = useQuery(mySignOn);
  const prove = useProveAgain();
  const deactivate = useDeactivateSignedOn();
  const campus = data?.campus;
  // after a refusal the student signs on again
  const proof = deactivate.isError ? undefined : confirmed;
  return (
    <Stack gap="md">
      <Consequences />
      <DownloadData />
      {!proof && <Text>Log in at {campus?.name ?? 'your campus'} once more, to confirm that it is you.</Text>}
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Keep my account
        </Button>
        {proof ? (
          <Button color="red" loading={deactivate.isPending} onClick={() => deactivate.mutate(proof)}>
            Deactivate Account
          </Button>
        ) : (
          <Button
            disabled={!campus}
            loading={prove.isPending || prove.isSuccess}
            onClick={() => campus && prove.mutate(campus.provider)}
          >
            Continue with {campus?.name ?? 'your campus'}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}
