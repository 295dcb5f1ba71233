import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { mealsAhead, useAcceptedMatches } from '../features/matches/next-meal.queries';
import { otherName } from '../features/matches/sides';
import { CardArt } from '../shared/art/card-art';
import { pathOfMatch, paths } from '../shared/paths';
import { Page } from '../shared/ui/page';
import { useNow } from '../shared/use-now';

const PROCESS = [
  { step: 'Create or accept a request', more: 'Post what you need, or help with what somebody else does.' },
  {
    step: 'Receive contact info by email',
    more: 'Both of you get name, email and phone number as soon as you match. They also stand on the match, where one press texts, calls or emails.',
  },
  { step: 'Coordinate directly', more: 'Agree on when and where to meet, in whatever way you like.' },
  { step: 'Complete the exchange', more: 'Meet, eat, and mark the match complete.' },
];

/**
 * Messaging inside the product comes later; until then contact details go by email (spec §2 Messages), and every match that
 * has them is one press away.
 */
export function MessagesPage() {
  const now = useNow();
  const accepted = useAcceptedMatches();
  const reachable = mealsAhead(accepted.data?.matches ?? [], now).filter(({ contact }) => contact !== null);
  return (
    <Page
      title="Messages Coming Soon"
      width="md"
      lead={<Text c="dimmed">For now, contact details are shared by email.</Text>}
    >
      <Paper withBorder p="lg">
        <Stack align="center" gap="lg">
          <CardArt />
          <ol>
            {PROCESS.map(({ step, more }) => (
              <li key={step}>
                <strong>{step}</strong>
                <Text c="dimmed">{more}</Text>
              </li>
            ))}
          </ol>
          <Group justify="center" gap="sm">
            <Button component={Link} to={paths.browse}>
              Browse Requests
            </Button>
            <Button component={Link} to={paths.matches} variant="default">
              Your Matches
            </Button>
            {reachable.map((match) => (
              <Button key={match._id} component={Link} to={pathOfMatch(match._id)} variant="light">
                <span>
                  Contact <bdi>{otherName(match)}</bdi>
                </span>
              </Button>
            ))}
          </Group>
        </Stack>
      </Paper>
    </Page>
  );
}
