import { Alert } from '@mantine/core';
import { counted, SUSPENSION_DAYS } from '@spareswipe/contract';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { useStudent } from '../../shared/session/session';
import { useSuspendedUntil } from '../../shared/session/use-suspended-until';

/** One strike is a warning; a suspended student learns until when (spec §4 Account). Nothing for everybody else. */
export function StrikeBanner() {
  const { count } = useStudent().strikes;
  const suspendedUntil = useSuspendedUntil();
  if (suspendedUntil)
    return (
      <Alert
        role="status"
        color="red"
        mb="lg"
        icon={<IconHourglass aria-hidden />}
        title={`Your account is suspended until ${suspendedUntil}`}
      >
        Two strikes suspend an account for {SUSPENSION_DAYS} days. Until then you cannot create requests or fulfill
        matches. You can still see, complete and rate the ones you have.
      </Alert>
    );
  if (count < 1) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      mb="lg"
      icon={<IconAlertTriangle aria-hidden />}
      title={`You have ${counted(count, 'strike')}`}
    >
      Somebody reported that you did not follow through. One more strike and your account is suspended for{' '}
      {SUSPENSION_DAYS} days.
    </Alert>
  );
}
