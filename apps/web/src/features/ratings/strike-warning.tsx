import { Alert, Stack, Text } from '@mantine/core';
import { DISPUTE_WINDOW_HOURS } from '@spareswipe/contract';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Exchange } from './exchange';

const WAITS = 'the meal is set aside and nobody gets a strike until the dispute is decided.';

/**
 * What a No brings about. On a match still under way, the exchange ends and the meal goes back to the requester. Whether
 * it opens a dispute instead depends on what the other side rated, which nobody sees before they have rated too.
 */
export function StrikeWarning({ side, status, isDisputed, other }: Exchange) {
  const name = <bdi>{other}</bdi>;
  if (isDisputed)
    return (
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />} role="status">
        This exchange is disputed. The dispute decides who has the meal and who gets a strike.
      </Alert>
    );
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={<>{name} will get a strike</>} role="status">
      <Stack gap="xs">
        {status === 'accepted' && (
          <>
            <Text>
              This exchange ends, and{' '}
              {side === 'requester' ? 'your meal comes back to you' : <>the meal goes back to {name}</>}.
            </Text>
            <Text>
              If {name} has already said that it happened, {WAITS}
            </Text>
          </>
        )}
        {status === 'completed' && side === 'requester' && (
          <Text>
            If {name} says that it happened, {WAITS} This is possible for {DISPUTE_WINDOW_HOURS} hours, unless you
            marked it complete yourself.
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
