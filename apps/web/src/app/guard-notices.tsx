import { Container, Loader, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { TrayArt } from '../shared/art/tray-art';
import { ActionButton } from '../shared/ui/action-button';
import { EmptyState } from '../shared/ui/empty-state';
import { Dialogs } from './screens';

/** While the session loads. */
export function CheckingAuthentication() {
  return (
    <Stack align="center" justify="center" flex={1} py="xl" gap="sm" role="status">
      <Loader aria-hidden />
      <Text c="dimmed">Checking authentication...</Text>
    </Stack>
  );
}

// rarely seen, so not part of the first script; the worker keeps it for a start without a network
const KeptMeal = lazy(() =>
  import('../features/matches/kept-meal').then(
    ({ KeptMeal }) => ({ default: KeptMeal }),
    () => ({ default: () => null }),
  ),
);

interface Props {
  retry?: () => Promise<false>;
  /** Called with whether the meet code fills the screen, which then stays, whatever the network does. */
  onMeeting: (isMeeting: boolean) => void;
}

export function Unreachable({ retry, onMeeting }: Props) {
  return (
    <Container size="34rem" w="100%" py="xl">
      <Suspense>
        <KeptMeal onMeeting={onMeeting} />
      </Suspense>
      <EmptyState
        art={<TrayArt />}
        title="We could not reach SpareSwipe"
        action={<ActionButton onClick={() => retry?.()}>Try again</ActionButton>}
      >
        You are still logged in. Please check your connection.
      </EmptyState>
      <Suspense>
        <Dialogs />
      </Suspense>
    </Container>
  );
}
