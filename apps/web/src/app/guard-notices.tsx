import { Container, Loader, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { TrayArt } from '../shared/art/tray-art';
import { ActionButton } from '../shared/ui/action-button';
import { EmptyState } from '../shared/ui/empty-state';

// rarely seen, so not part of the first script; the worker keeps it for a start without a network
const KeptMeal = lazy(() =>
  import('../features/matches/kept-meal').then(
    ({ KeptMeal }) => ({ default: KeptMeal }),
    () => ({ default: () => null }),
  ),
);

interface Props {
  isLoading: boolean;
  retry?: () => Promise<false>;
}

const SLOW_MS = 5000;
const COLUMN = { display: 'flex', flexDirection: 'column' } as const;

/** While the session loads, or if it could not be loaded. A student at the door finds the meal that the device keeps. */
export function NoSessionYet({ isLoading, retry }: Props) {
  const [isSlow, setSlow] = useState(!isLoading);
  if (!isLoading && !isSlow) setSlow(true);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Container size="34rem" w="100%" py="xl" flex={isLoading ? 1 : undefined} style={COLUMN}>
      {isSlow && (
        <Suspense>
          <KeptMeal />
        </Suspense>
      )}
      {isLoading ? (
        <Stack align="center" justify="center" gap="sm" flex={1} role="status">
          <Loader aria-hidden />
          <Text c="dimmed">Checking authentication...</Text>
        </Stack>
      ) : (
        <EmptyState
          art={<TrayArt />}
          title="We could not reach SpareSwipe"
          action={<ActionButton onClick={() => retry?.()}>Try again</ActionButton>}
        >
          You are still logged in. Please check your connection.
        </EmptyState>
      )}
    </Container>
  );
}
