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
        {mayRelease ? "“I can't make it” calls this off without a strike for anybody." : aheadBy(left)}
      </Text>
      {mayRelease && (
        <ActionButton variant="light" onClick={() => release.mutateAsync(matchId).then(onDone)}>
          I can't make it
        </ActionButton>
      )}
    </Group>
  );
}

/** Of a match whose meal is not near yet: a Yes completes it all the same. */
export function EarlyYes({ exchange }: { exchange: Exchange }) {
  const now = useNow();
  const deadline = new Date(exchange.deadline);
  const left = timeLeft(exchange.deadline, now);
  if (!left || !canRelease(exchange, 'requester', deadline, now)) return null;
  return <Text role="note">{aheadBy(left)} A Yes completes it now.</Text>;
}

const aheadBy = (left: string) => `This meal is still ahead: ${left.replaceAll(' ', '\u00a0')} left.`;
