import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { SessionInfo } from '@spareswipe/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { useLeave } from '../../shared/session/use-leave';
import { BusyButton } from '../../shared/ui/busy-button';
import { confirm } from '../../shared/ui/confirm';
import { Loaded } from '../../shared/ui/loaded';
import { Section } from '../../shared/ui/section';
import { useNow } from '../../shared/use-now';

const mySessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => unwrap(api.sessions.mine()),
  refetchOnWindowFocus: 'always',
  // the section shows its failure itself
  meta: { silent: true },
});

/** Where the student is logged in, and the way to end all of it, this device included. */
export function Sessions() {
  const sessions = useQuery(mySessions);
  const now = useNow();
  return (
    <Section title="Where You're Logged In" aside={<SignOutEverywhere />}>
      <Loaded query={sessions} skeleton={<Skeleton height="3.5rem" />}>
        {({ sessions: list }) => (
          <Stack component="ul" gap="sm">
            {list.map((session) => (
              <SessionRow key={session._id} session={session} now={now} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function SessionRow({ session, now }: { session: SessionInfo; now: Date }) {
  return (
    <li>
      <Group gap="xs">
        <Text fw={500}>{session.device}</Text>
        {session.current && <Badge color="green">This device</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        Last used: {showDate(session.lastUsedAt, now)}
      </Text>
    </li>
  );
}

/** Ends every session of the student, this one included. */
function SignOutEverywhere() {
  const leave = useLeave();
  const end = useMutation({
    mutationFn: () => unwrap(api.sessions.endAll()),
    onSuccess: leave,
    meta: { success: 'You are signed out everywhere.', failure: 'Failed to sign out everywhere' },
  });

  async function ask() {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      question: 'Every device, this one included, has to log in again.',
      yes: 'Sign out everywhere',
    });
    if (isSure) end.mutate();
  }

  return (
    <BusyButton variant="default" size="sm" onClick={() => void ask()} isBusy={end.isPending}>
      Sign out everywhere
    </BusyButton>
  );
}
