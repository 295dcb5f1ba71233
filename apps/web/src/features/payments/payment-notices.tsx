import { Alert, Button, Stack, Text } from '@mantine/core';
import { errors } from '@spareswipe/contract';
import { Link } from 'react-router';
import { CardArt } from '../../shared/art/card-art';
import { paths } from '../../shared/paths';
import { ActionButton } from '../../shared/ui/action-button';
import { EmptyState } from '../../shared/ui/empty-state';

interface OffProps {
  title?: string;
  /** Nobody can fulfill requests here now. */
  isPaused?: boolean;
}

/** Shown where no meals are sold, on any campus or on this one. It is not an error. */
export function PaymentsOff({ title = errors.STRIPE_NOT_CONFIGURED.message, isPaused = false }: OffProps) {
  if (isPaused) return <EmptyState art={<CardArt />} title={title} />;
  return (
    <EmptyState
      art={<CardArt />}
      title={title}
      action={
        <Button component={Link} to={paths.browse}>
          Browse Requests
        </Button>
      }
    >
      Meanwhile, earn meals by fulfilling requests: one meal for each.
    </EmptyState>
  );
}

/** Shown if operators stopped the sale on their campus. */
export const MealsNotOnSale = ({ isPaused }: Pick<OffProps, 'isPaused'>) => (
  <PaymentsOff title="Your campus does not sell meals" isPaused={isPaused} />
);

interface Props {
  /** What the student can do about it, if anything but trying again. */
  reason: string | undefined;
  isRetrying: boolean;
  retry: () => void;
}

export function SetupFailed({ reason, isRetrying, retry }: Props) {
  return (
    <Alert color="red" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{errors.PAYMENT_PROVIDER_FAILED.message}</Text>
        {reason && <Text>{reason}</Text>}
        <ActionButton color="red" variant="outline" onClick={retry} isPending={isRetrying}>
          Retry Payment Setup
        </ActionButton>
      </Stack>
    </Alert>
  );
}
