import { Alert, Text } from '@mantine/core';
import {
  effectOfNo,
  otherSide,
  REPORTS_COUNT_ONCE_DAYS,
  STRIKING_REPORTS,
  STRIKING_REPORTS_DAYS,
} from '@spareswipe/contract';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../../shared/use-now';
import type { Exchange } from './exchange';

/** The consequences of a No (spec §2 Rating Dialog, docs/fair-play.md). */
export function StrikeWarning({ dispute, ...exchange }: Exchange) {
  const { side, other, said, noCountsUntil } = exchange;
  const effect = effectOfNo({ ...exchange, noCountsUntil: new Date(noCountsUntil) }, side, useNow(1));
  const name = <bdi>{other}</bdi>;
  // a rating that is still hidden from this student may say so
  const unless = (
    <>
      It is a dispute instead if {name} said that it happened. Only the first {STRIKING_REPORTS} times that you say No
      in {STRIKING_REPORTS_DAYS} days can give a strike, and one student gets at most one from you in{' '}
      {REPORTS_COUNT_ONCE_DAYS} days.
    </>
  );
  // a No changes nothing then
  if (dispute?.awardedTo) return <Nothing>It is already decided who has the meal. A No is a rating only.</Nothing>;
  if (dispute)
    return <Nothing>This exchange is disputed. The dispute decides who has the meal and who gets a strike.</Nothing>;
  switch (effect) {
    case 'nothing':
      return <Nothing>It is too late for a No to move the meal or to give a strike. It is a rating only.</Nothing>;
    case 'void':
      return (
        <Warning title={<>{name} will get a strike</>}>
          This exchange ends, and{' '}
          {side === 'requester' ? 'your meal comes back to you' : <>the meal goes back to {name}</>}. {unless}
        </Warning>
      );
    case 'give back':
      return (
        <Warning title={<>{name} will get a strike</>}>
          You said that it happened. You give the meal back to {name}. {unless}
        </Warning>
      );
    case 'dispute':
      return (
        <Warning title={<>{name} will get a strike if those who run SpareSwipe decide for you</>}>
          {said[otherSide(side)] ? <>{name} says</> : 'You said'} that it happened, so this is a dispute. The meal is
          set aside, and nobody gets a strike before it is decided.
        </Warning>
      );
  }
}

const Warning = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="note">
    <Text>{children}</Text>
  </Alert>
);

const Nothing = ({ children }: { children: ReactNode }) => (
  <Alert color="blue" icon={<IconInfoCircle aria-hidden />} role="note">
    {children}
  </Alert>
);
