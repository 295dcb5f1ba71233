import { NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { counted, disputeAward } from '@spareswipe/contract';
import type { DeskDispute } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { disputes } from './desk.queries';
import { Reason } from './reason';

const said = (followedThrough: boolean | null) =>
  followedThrough === null ? 'said nothing' : followedThrough ? 'rated "Yes"' : 'rated "No"';

/** The undecided disputes, the oldest first. */
export function Disputes() {
  const { client } = useDesk();
  const open = useQuery(disputes(client));
  if (open.data?.disputes.length === 0) return <Text>No dispute waits for you.</Text>;
  return (
    <Stack gap="md">
      {open.data?.disputes.map((dispute) => (
        <Dispute key={dispute.matchId} dispute={dispute} />
      ))}
    </Stack>
  );
}

function Dispute({ dispute }: { dispute: DeskDispute }) {
  const { client } = useDesk();
  const { matchId, mealDescription, location, endsAt, completedBy, requester, fulfiller } = dispute;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        <bdi>{mealDescription}</bdi>, <bdi>{location}</bdi>
      </Title>
      <Text>
        Requester <bdi>{requester.name}</bdi> {said(requester.followedThrough)} (
        {counted(requester.disputes, 'dispute')} lately). Fulfiller <bdi>{fulfiller.name}</bdi>{' '}
        {said(fulfiller.followedThrough)} ({fulfiller.disputes}). Completed by the {completedBy}.
      </Text>
      <Text c="dimmed" size="sm" mb="md">
        Ends by itself {showDate(endsAt, new Date())}
      </Text>
      <DeskForm
        button="Decide"
        send={(data) => {
          const awardedTo = disputeAward.parse(textOf(data, 'awardedTo'));
          return unwrap(
            client.desk.decide({ params: { id: matchId }, body: { awardedTo, reason: textOf(data, 'reason') } }),
          );
        }}
      >
        <NativeSelect
          label="Who gets the meal"
          name="awardedTo"
          defaultValue="requester"
          data={[
            { value: 'requester', label: 'The requester; a strike for the fulfiller' },
            { value: 'fulfiller', label: 'The fulfiller; a strike for the requester' },
            { value: 'nobody', label: 'Nobody, and no strike' },
          ]}
        />
        <Reason />
      </DeskForm>
    </Paper>
  );
}
