import { Text } from '@mantine/core';
import { canRelease } from '@spareswipe/contract';
import { useReleaseMatch } from '../../shared/api/use-release-match';
import { timeLeft } from '../../shared/dates';
import { ActionButton } from '../../shared/ui/action-button';
import { useNow } from '../../shared/use-now';
import type { Exchange } from './exchange';

function mayRelease(exchange: Exchange, now: Date) {
  const by = new Date(exchange.meal.deadline);
  return by > now && canRelease(exchange, exchange.side, by, now);
}

/** Of a match that is not over: the way out that strikes nobody comes before a No; without one, it says that the meal is still ahead. */
export function StillAhead({ exchange }: { exchange: Exchange }) {
  const now = useNow(1);
  const left = timeLeft(exchange.meal.deadline, now);
  if (!left || exchange.status !== 'accepted') return null;
  return (
    <Text role="note">
      {mayRelease(exchange, now)
        ? "“I can't make it” calls this off without a strike for anybody."
        : `This meal is still ahead: ${left.replaceAll(' ', '\u00a0')} left.`}
    </Text>
  );
}

/** That way out. Among the buttons of the dialog, so that no key meant for the comment presses it. */
export function ReleaseInstead({
  exchange,
  send,
}: {
  exchange: Exchange;
  send: (call: () => Promise<unknown>) => Promise<void>;
}) {
  const release = useReleaseMatch(exchange.side);
  return (
    mayRelease(exchange, useNow(1)) && (
      <ActionButton variant="light" onClick={() => send(() => release.mutateAsync(exchange.matchId))}>
        I can't make it
      </ActionButton>
    )
  );
}

/** Half an hour ahead or more, and nobody has said that it happened: a Yes completes it all the same. */
export function EarlyYes({ exchange }: { exchange: Exchange }) {
  const isEarly = canRelease(exchange, 'requester', new Date(exchange.meal.deadline), useNow(1));
  return isEarly && <Text role="note">This meal is still ahead. A Yes completes it now.</Text>;
}
