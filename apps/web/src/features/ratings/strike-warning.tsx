import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { showDate } from '../../shared/dates';
import { useNow } from '../../shared/use-now';
import type { Exchange } from './exchange';

const WAITS = 'the meal is set aside and nobody gets a strike until the dispute is decided.';

/**
 * The consequences of a No. On a match still under way, the exchange ends and the meal goes back to the requester. Whether
 * it opens a dispute instead depends on what the other side rated, which nobody sees before they have rated too.
 */
export function StrikeWarning({ side, status, isDisputed, disputableUntil, other }: Exchange) {
  const now = useNow();
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
        {status === 'completed' && side === 'requester' && <Text>{whatANoDoes(disputableUntil, now, name)}</Text>}
      </Stack>
    </Alert>
  );
}

/** A requester's No on a completed match: in time it is a dispute, if the other side says that it happened. */
function whatANoDoes(disputableUntil: string | null, now: Date, name: ReactNode) {
  if (disputableUntil === null)
    return <>You said yourself that it happened, so this opens no dispute: the meal stays with {name}.</>;
  const until = showDate(disputableUntil, now);
  if (new Date(disputableUntil) < now)
    return (
      <>
        A dispute was possible until {until}. Now the meal stays with {name}.
      </>
    );
  return (
    <>
      If {name} says that it happened, {WAITS} This is possible until {until}.
    </>
  );
}
