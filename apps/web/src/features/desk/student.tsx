import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { showDate } from '../../shared/dates';
import { useDesk } from './desk-session';
import { oneStudent } from './desk.queries';
import { LogLines } from './log';
import { ReportText, StudentLink } from './report-text';
import { StudentActions } from './student-actions';
import { StudentExchanges } from './student-exchanges';
import { StudentStrikes } from './student-strikes';

const now = () => new Date();

/** One student, with everything that an operator may do about them. */
export function Student({ id }: { id: string }) {
  const { client } = useDesk();
  const found = useQuery(oneStudent(client, id));
  const student = found.data?.student;
  if (found.isError) return <Text>There is no such student on your campus.</Text>;
  if (!student) return <Skeleton h={400} />;
  return (
    <Stack gap="xl">
      <div>
        <Title order={2}>
          <bdi>{student.name}</bdi>
        </Title>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {student.email} · {student.phoneNumber} · {student.campus}
        </Text>
        <Text>
          {counted(student.credits, 'meal')}, {student.held} held{student.debt > 0 && `, ${student.debt} owed`}
        </Text>
        {student.closedAt && <Text fw={600}>Closed {showDate(student.closedAt, now())}</Text>}
        {student.suspendedUntil && new Date(student.suspendedUntil) > now() && (
          <Text fw={600}>
            Suspended until {showDate(student.suspendedUntil, now())}
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
      <StudentActions student={student} />
      <section>
        <Title order={3}>Reports by and about {student.name}</Title>
        {student.reports.length === 0 && <Text c="dimmed">None.</Text>}
        {student.reports.map((report) => (
          <ReportText key={report._id} report={report} />
        ))}
      </section>
      <section>
        <Title order={3}>What operators did</Title>
        <LogLines lines={student.log} />
      </section>
    </Stack>
  );
}
