import { Alert, Text } from '@mantine/core';
import { canRelease } from '@spareswipe/contract';
import { IconCalendarX } from '@tabler/icons-react';
import { useReleaseMatch } from '../../shared/api/use-release-match';
import { ActionButton } from '../../shared/ui/action-button';
import { useNow } from '../../shared/use-now';
import type { Exchange } from './exchange';

/** Before the deadline, the way out that strikes nobody comes before a No. */
export function ReleaseInstead({ exchange, onDone }: { exchange: Exchange; onDone: () => void }) {
  const { matchId, side } = exchange;
  const release = useReleaseMatch(side);
  const now = useNow();
  const deadline = new Date(exchange.deadline);
  if (now > deadline || !canRelease(exchange, side, deadline, now)) return null;
  return (
    <Alert color="green" icon={<IconCalendarX aria-hidden />} role="note">
      <Text mb="xs">“I can't make it” calls this off without a strike for anybody.</Text>
      <ActionButton variant="default" onClick={() => release.mutateAsync(matchId).then(onDone)}>
        I can't make it
      </ActionButton>
    </Alert>
  );
}
