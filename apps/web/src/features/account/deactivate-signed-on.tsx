import { Button, Stack, Text } from '@mantine/core';
import type { SignOnProof } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { mySignOn } from '../../shared/session/my-sign-on';
import { BusyButton } from '../../shared/ui/busy-button';
import { ContinueWithCampus } from '../../shared/ui/continue-with-campus';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { useDeactivate } from './account.mutations';
import { Consequences, WhatStays } from './deactivate-form';
import { DownloadData } from './download-data';

interface Props {
  /** A fresh sign-on, once the campus has sent the student back. */
  confirmed?: SignOnProof;
  onCancel: () => void;
}

/** Closes the account of a student without a password, who signs on again instead. */
export function DeactivateSignedOn({ confirmed, onCancel }: Props) {
  const { data } = useQuery(mySignOn);
  const deactivate = useDeactivate();
  const campus = data?.campus;
  const isGone = data && !campus;
  // after a refusal the student signs on again
  const proof = deactivate.isError ? undefined : confirmed;
  return (
    <Stack gap="md">
      <Consequences />
      <WhatStays />
      <DownloadData />
      {isGone ? (
        <Text>Your campus has no log-in here any more. Choose a password first, and confirm with it.</Text>
      ) : (
        !proof && <Text>Log in at {campus?.name ?? 'your campus'} once more, to confirm that it is you.</Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Keep my account
        </Button>
        {isGone ? (
          <Button component={Link} to={paths.forgotPassword} onClick={onCancel}>
            Choose a password
          </Button>
        ) : proof ? (
          <BusyButton color="red" isBusy={deactivate.isPending} onClick={() => deactivate.mutate(proof)}>
            Deactivate Account
          </BusyButton>
        ) : (
          campus && <ContinueWithCampus variant="filled" campus={campus} purpose="confirm" returnTo={paths.profile} />
        )}
      </DialogButtons>
    </Stack>
  );
}
