import { Anchor } from '@mantine/core';
import { counted, SUSPENSION_DAYS } from '@spareswipe/contract';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useStudent } from '../../shared/session/session';
import { useSuspendedUntil } from '../../shared/session/use-suspended-until';
import { Notice } from '../../shared/ui/notice';
import { myStrikes } from './strikes.queries';

const toProfile = (words: string) => (
  <Anchor component={Link} to={paths.profile} inherit c="inherit">
    {words}
  </Anchor>
);

/** Tells a suspended student until when. */
export function SuspensionBanner() {
  const { count } = useStudent().strikes;
  const suspendedUntil = useSuspendedUntil();
  return (
    <Notice
      title={suspendedUntil ? `Your account is suspended until ${suspendedUntil}` : undefined}
      color="red"
      icon={<IconHourglass aria-hidden />}
    >
      Two strikes suspend an account for {SUSPENSION_DAYS} days, and those who run SpareSwipe can suspend one, too.
      Until then you cannot create requests or fulfill matches. You can still see, complete and rate the ones you have.{' '}
      {count > 0 && toProfile('See your strikes in your profile')}
    </Notice>
  );
}

/**
 * The suspension, or a warning about strikes (spec §4 Account), which a contested one is not until the decision. Students
 * contest in their profile.
 */
export function StrikeBanner() {
  const { count } = useStudent().strikes;
  const suspendedUntil = useSuspendedUntil();
  const { data: strikes, isLoading } = useQuery({ ...myStrikes, enabled: count > 0, meta: { silent: true } });
  const contested = strikes?.filter(({ contest }) => contest && !contest.isDecided).length ?? 0;
  return (
    <>
      <SuspensionBanner />
      <Notice
        title={count > 0 && !suspendedUntil ? `You have ${counted(count, 'strike')}` : undefined}
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
      >
        Somebody reported that you did not follow through.{' '}
        {contested > 0 && 'A contested strike suspends nobody until it is decided. '}
        {!isLoading &&
          contested < (strikes?.length || 1) &&
          `One more strike and your account is suspended for ${SUSPENSION_DAYS} days. `}
        {toProfile('See it in your profile')}
      </Notice>
    </>
  );
}
