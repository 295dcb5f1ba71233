import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { OwnStrike } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { showDate, showDeadline } from '../../shared/dates';
import { Place } from '../../shared/ui/campus';
import { dialogs } from '../../shared/ui/dialogs';
import { Section } from '../../shared/ui/section';
import { ContestForm } from './contest-form';
import { myStrikes } from './strikes.queries';

const openContestDialog = (strike: OwnStrike) =>
  dialogs.openForm(`contest-${strike._id}`, 'Contest this strike', (close) => (
    <ContestForm strike={strike} onDone={close} />
  ));

function stateOf({ contest, contestableUntil }: OwnStrike, now: Date): string | null {
  if (contest?.isDecided) return 'You contested it, and it stands.';
  if (contest)
    return `Contested. It suspends nobody until it is decided, ${showDate(contest.endsAt, now)} at the latest.`;
  if (contestableUntil) return `You can contest it until ${showDate(contestableUntil, now)}.`;
  return null;
}

/** The strikes that count, each with the way to contest it. Loads them only if the student has any, and renders nothing without one. */
export function MyStrikes({ now }: { now: Date }) {
  const { data: strikes, isPending } = useQuery(myStrikes);
  if (isPending) return <Skeleton h="9rem" />;
  if (!strikes?.length) return null;
  return (
    <Section title="Strikes">
      <Stack gap="md">
        {strikes.map((strike) => (
          <Strike key={strike._id} strike={strike} now={now} />
        ))}
      </Stack>
    </Section>
  );
}

function Strike({ strike, now }: { strike: OwnStrike; now: Date }) {
  const { mealDescription, contestableUntil } = strike;
  const mealId = useId();
  const state = stateOf(strike, now);
  return (
    <div>
      <Text id={mealId} fw={600}>
        <bdi>{mealDescription}</bdi>, <Place {...strike} />
      </Text>
      <Text size="sm" c="dimmed">
        Deadline: {showDeadline(strike, now)}. It was reported or decided that you did not follow through.
      </Text>
      {state && <Text>{state}</Text>}
      {contestableUntil && (
        <Button variant="default" mt="xs" aria-describedby={mealId} onClick={() => openContestDialog(strike)}>
          Contest this strike
        </Button>
      )}
    </div>
  );
}
