import { type ButtonProps } from '@mantine/core';
import type { SignOnCampus } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { leaveForCampus } from '../session/sign-on';
import { BusyButton } from './busy-button';

interface Props extends ButtonProps {
  campus: SignOnCampus;
  returnTo: string;
  /** For a student who is logged in: to link the campus account, or to confirm who they are. */
  purpose?: 'link' | 'confirm';
}

/** Goes to the campus, to log in or register without a `purpose`. */
export function ContinueWithCampus({ campus: { provider, name }, returnTo, purpose, ...button }: Props) {
  const start = useMutation({
    mutationFn: () =>
      purpose
        ? unwrap(api.signOn.startSignedIn({ body: { provider, returnTo, purpose } }))
        : unwrap(api.signOn.start({ body: { provider, returnTo } })),
    onSuccess: leaveForCampus,
    meta: { failure: 'Failed to open your campus log-in' },
  });
  return (
    <BusyButton
      variant="default"
      isBusy={start.isPending || start.isSuccess}
      onClick={() => start.mutate()}
      {...button}
    >
      Continue with {name}
    </BusyButton>
  );
}
