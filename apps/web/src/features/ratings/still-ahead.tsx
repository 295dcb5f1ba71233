import { Group, Text } from '@mantine/core';
import { canRelease } from '@spareswipe/contract';
import { useReleaseMatch } from '../../shared/api/use-release-match';
import { timeLeft } from '../../shared/dates';
import { ActionButton } from '../../shared/ui/action-button';
import { useNow } from '../../shared/use-now';
import type { Exchange } from './exchange';

/**
 * Of a match that is not over: the way out that strikes nobody comes before a No; without one, it says that the meal is still
 * ahead. Low, so that the warning below it is in sight on a small phone.
 */
export function StillAhead({ exchange, onDone }: { exchange: Exchange; onDone: () => void }) {
  const { matchId, side } = exchange;
  const release = useReleaseMatch(side);
  const now = useNow();
  const left = timeLeft(exchange.deadline, now);
  if (!left || exchange.status !== 'accepted') return null;
  const mayRelease = canRelease(exchange, side, new Date(exchange.deadline), now);
  return (
    <Group gap="xs" role="note">
      <Text flex="1 1 12rem">
        {mayRelease
          ? "“I can't make it” calls this off without a strike for anybody."
          : `This meal is still ahead: ${left.replaceAll(' ', '\u00a0')} left.`}
      </Text>
      {mayRelease && (
        <ActionButton variant="light" onClick={() => release.mutateAsync(matchId).then(onDone)}>
          I can't make it
        </ActionButton>
      )}
    </Group>
  );
}

/** Half an hour ahead or more, and nobody has said that it happened: a Yes completes it all the same. */
export function EarlyYes({ exchange }: { exchange: Exchange }) {
  const isEarly = canRelease(exchange, 'requester', new Date(exchange.deadline), useNow());
  return isEarly && <Text role="note">This meal is still ahead. A Yes completes it now.</Text>;
}
