import { Skeleton, Text } from '@mantine/core';
import { counted, STRIKE_LAPSES_AFTER_DAYS } from '@spareswipe/contract';
import type { DeskProfile, NoShowCounts, NoShowRecord } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../shared/ui/loaded';
import { DeskSection, DeskTable } from './desk-parts';
import { noShows } from './desk.queries';
import { StudentLink } from './report-text';

/** Who reports the most no-shows, and who is reported most. Somebody who reports many people may be wrong. */
export function NoShows() {
  return (
    <DeskSection title={`No-shows in ${counted(STRIKE_LAPSES_AFTER_DAYS, 'day')}`}>
      <Loaded query={useQuery(noShows)} skeleton={<Skeleton h={200} />}>
        {({ byAccuser, byAccused }) => (
          <>
            <People title="Who reports" records={byAccuser} people="About people" />
            <People title="Who is reported" records={byAccused} people="By people" />
          </>
        )}
      </Loaded>
    </DeskSection>
  );
}

/** `people`: the heading of how many others. */
function People({ title, records, people }: { title: string; records: NoShowRecord[]; people: string }) {
  if (records.length === 0) return <Text c="dimmed">{title}: nobody.</Text>;
  return (
    <DeskTable
      label={title}
      data={{
        head: [title, 'No-shows', people, 'Strikes', 'Withdrawn'],
        body: records.map(({ student, ...counts }) => [
          <StudentLink key="student" {...student} />,
          counts.noShows,
          counts.people,
          counts.struck,
          counts.withdrawn,
        ]),
      }}
    />
  );
}

const inWords = ({ noShows, people, struck, withdrawn }: NoShowCounts) =>
  `${counted(noShows, 'no-show')} with ${counted(people, 'person', 'people')}: ` +
  `${counted(struck, 'strike')}, ${withdrawn} withdrawn`;

/** The same about one student, with all accounts of their mailbox. */
export function NoShowsOf({ reported, received }: DeskProfile['noShows']) {
  return (
    <>
      {reported.noShows > 0 && (
        <Text>
          Reported in {counted(STRIKE_LAPSES_AFTER_DAYS, 'day')} {inWords(reported)}
        </Text>
      )}
      {received.noShows > 0 && (
        <Text>
          Is reported in {counted(STRIKE_LAPSES_AFTER_DAYS, 'day')} for {inWords(received)}
        </Text>
      )}
    </>
  );
}
