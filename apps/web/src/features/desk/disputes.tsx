import { Paper, Text, Title } from '@mantine/core';
import { counted, DISPUTE_COUNTS_DAYS, disputeAward } from '@spareswipe/contract';
import type { DeskDispute } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { useListFilter } from '../../shared/use-list-filter';
import { SelectOne } from './desk-fields';
import { textOf } from './desk-form';
import { DeskList, Found } from './desk-list';
import { desk } from './desk-session';
import { disputes, pageFilter } from './desk.queries';
import { ReasonForm } from './reason-form';
import { MealLine, Quote, StudentLink } from './report-text';

const said = (followedThrough: boolean | null) =>
  followedThrough === null ? 'has not rated' : followedThrough ? 'rated "Yes"' : 'rated "No"';

/** The undecided disputes, the oldest first. */
export function Disputes() {
  const { filter, setPage } = useListFilter(pageFilter);
  return (
    <DeskList
      label="Disputes"
      query={useQuery(disputes(filter.page))}
      onPage={setPage}
      empty={<Text>No dispute waits for you.</Text>}
    >
      {({ disputes, pagination }) => (
        <>
          <Found total={pagination.total} one="open dispute" />
          {disputes.map((dispute) => (
            <Dispute key={dispute.matchId} dispute={dispute} />
          ))}
        </>
      )}
    </DeskList>
  );
}

function Dispute({ dispute }: { dispute: DeskDispute }) {
  const { matchId, endsAt, completedAt, completedBy, requester, fulfiller } = dispute;
  const titleId = useId();
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={titleId}>
      <Title id={titleId} order={2}>
        <MealLine meal={dispute} />
      </Title>
      <Side role="Requester" {...requester} completedAt={completedBy === 'requester' ? completedAt : null} />
      <Side role="Fulfiller" {...fulfiller} completedAt={completedBy === 'fulfiller' ? completedAt : null} />
      {completedBy === 'system' && <Text>Completed by itself</Text>}
      <Text c="dimmed" size="sm" mb="md">
        Ends by itself: {showDate(endsAt, new Date())}
      </Text>
      <ReasonForm
        button="Decide"
        describedBy={titleId}
        reason={{ description: 'Both students read it' }}
        send={(reason, data) => {
          const awardedTo = disputeAward.parse(textOf(data, 'awardedTo'));
          return unwrap(desk.decide({ params: { id: matchId }, body: { awardedTo, reason } }));
        }}
      >
        <SelectOne
          label="Who gets the meal"
          name="awardedTo"
          data={[
            { value: 'requester', label: 'The requester; a strike for the fulfiller' },
            { value: 'fulfiller', label: 'The fulfiller; a strike for the requester' },
            { value: 'nobody', label: 'Nobody, and no strike' },
          ]}
        />
      </ReasonForm>
    </Paper>
  );
}

type DisputeSide = DeskDispute['requester'];

interface SideProps extends DisputeSide {
  role: string;
  /** When this side marked the exchange complete. */
  completedAt: string | null;
}

/** With what the side said and when, in the order of an exchange: so an operator sees who contradicts themself. */
function Side({
  role,
  followedThrough,
  ratedAt,
  hereAt,
  metAt,
  completedAt,
  comment,
  disputes,
  ...student
}: SideProps) {
  const steps: [string, string | null][] = [
    ['at the place', hereAt],
    [`said "It's them"`, metAt],
    ['marked it complete', completedAt],
    ['rated', ratedAt],
  ];
  const times = steps.flatMap(([what, when]) => (when ? `${what} ${showDate(when, new Date())}` : []));
  return (
    <div>
      <Text>
        {role} <StudentLink {...student} /> {said(followedThrough)}, {counted(disputes, 'dispute')} in{' '}
        {counted(DISPUTE_COUNTS_DAYS, 'day')}
      </Text>
      {times.length > 0 && (
        <Text size="sm" c="dimmed">
          {times.join('; ')}
        </Text>
      )}
      {comment && <Quote>{comment}</Quote>}
    </div>
  );
}
