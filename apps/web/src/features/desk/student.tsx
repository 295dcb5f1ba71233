import { Skeleton, Stack, Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { isCode } from '../../shared/api/api-error';
import { showDate } from '../../shared/dates';
import { Loaded } from '../../shared/ui/loaded';
import { DeskHeading, DeskSection, OnlyTheLatest } from './desk-parts';
import { oneStudent } from './desk.queries';
import { LogLines } from './log';
import { ReportText, StudentLink } from './report-text';
import { StudentActions } from './student-actions';
import { StudentCredits } from './student-credits';
import { StudentExchanges } from './student-exchanges';
import { StudentStrikes } from './student-strikes';

/** One student, with everything that an operator may do about them. */
export function Student({ id }: { id: string }) {
  const found = useQuery(oneStudent(id));
  if (isCode(found.error, 'NOT_FOUND')) return <Text>There is no such student on your campus.</Text>;
  return (
    <Loaded query={found} skeleton={<Skeleton h={400} />}>
      {(data) => <Profile student={data.student} />}
    </Loaded>
  );
}

function Profile({ student }: { student: DeskProfile }) {
  return (
    <Stack gap="xl">
      <div>
        <DeskHeading title={student.name} />
        <Text>
          {student.email} · {student.phoneNumber} · {student.campus}
        </Text>
        <Text>
          {counted(student.credits, 'meal')}, {student.held} held{student.debt > 0 && `, ${student.debt} owed`}
        </Text>
        {!student.isVerified && <Text fw={600}>Has not verified the address yet</Text>}
        {student.closedAt && <Text fw={600}>Closed {showDate(student.closedAt, new Date())}</Text>}
        {student.suspendedUntil && new Date(student.suspendedUntil) > new Date() && (
          <Text fw={600}>
            Suspended until {showDate(student.suspendedUntil, new Date())}
            {student.suspendedThrough && (
              <>
                , through <StudentLink _id={student.suspendedThrough} name="another account of the same mailbox" />
              </>
            )}
          </Text>
        )}
      </div>
      <StudentStrikes student={student} />
      <StudentExchanges student={student} />
      <StudentCredits id={student._id} />
      {student.isVerified && <StudentActions student={student} />}
      <DeskSection
        title={
          <>
            Reports by and about <bdi>{student.name}</bdi>
          </>
        }
      >
        {student.reports.length === 0 && <Text c="dimmed">None.</Text>}
        {student.reports.map((report) => (
          <ReportText key={report._id} report={report} />
        ))}
        <OnlyTheLatest of={student.reports} />
      </DeskSection>
      <DeskSection title="What operators did">
        <LogLines lines={student.log} />
        <OnlyTheLatest of={student.log} />
      </DeskSection>
    </Stack>
  );
}
