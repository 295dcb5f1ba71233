import { Paper, Text, Title } from '@mantine/core';
import type { DeskContest } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { useListFilter } from '../../shared/use-list-filter';
import { SelectOne } from './desk-fields';
import { textOf } from './desk-form';
import { DeskList, Found } from './desk-list';
import { desk } from './desk-session';
import { contests, pageFilter } from './desk.queries';
import { ReasonForm } from './reason-form';
import { MealLine, Quote, StudentLink } from './report-text';

/** Contested strikes that wait for a decision, the oldest first. */
export function Contests() {
  const { filter, setPage } = useListFilter(pageFilter);
  return (
    <DeskList
      label="Contested strikes"
      query={useQuery(contests(filter.page))}
      onPage={setPage}
      empty={<Text>No contested strike waits for you.</Text>}
    >
      {({ contests, pagination }) => (
        <>
          <Found total={pagination.total} one="contested strike" />
          {contests.map((contest) => (
            <Contest key={contest.strikeId} contest={contest} />
          ))}
        </>
      )}
    </DeskList>
  );
}

function Contest({ contest }: { contest: DeskContest }) {
  const { strikeId, student, accuser, struckAt, endsAt, text, comment } = contest;
  const now = new Date();
  const titleId = useId();
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={titleId}>
      <Title id={titleId} order={2} size="h4">
        <StudentLink {...student} /> contests the strike by <StudentLink {...accuser} />
      </Title>
      <Text size="sm" c="dimmed">
        <MealLine meal={contest} /> · struck {showDate(struckAt, now)}
      </Text>
      <Quote>{text}</Quote>
      {comment && (
        <>
          <Text size="sm">
            <bdi>{accuser.name}</bdi> wrote with the rating:
          </Text>
          <Quote>{comment}</Quote>
        </>
      )}
      <Text c="dimmed" size="sm" mb="md">
        It suspends nobody until you decide. If nobody does, it stands: {showDate(endsAt, now)}
      </Text>
      <ReasonForm
        button="Decide"
        describedBy={titleId}
        send={(reason, data) => {
          const call = { params: { id: strikeId }, body: { reason } };
          const decide = textOf(data, 'decision') === 'withdraw' ? desk.withdrawStrike : desk.upholdStrike;
          return unwrap(decide(call));
        }}
      >
        <SelectOne
          label="The strike"
          name="decision"
          data={[
            { value: 'withdraw', label: 'is withdrawn' },
            { value: 'uphold', label: 'stands, and may suspend' },
          ]}
        />
      </ReasonForm>
    </Paper>
  );
}
