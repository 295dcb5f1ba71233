import { Anchor, Group, NativeSelect, Skeleton, Stack, Table, Text, TextInput, Textarea, Title } from '@mantine/core';
import { counted, OPERATOR_REASON_MAX } from '@spareswipe/contract';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { LogLines } from './log';

/** Why: the student reads it. */
export const Reason = () => (
  <Textarea
    label="Reason"
    description="The student reads it"
    name="reason"

    maxLength={OPERATOR_REASON_MAX}
  />
);

const now = () => new Date();

/** Students of the operator's campus, by name or address. */
export function Students() {
  const { client } = useDesk();
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: ['desk', 'students', search],
    queryFn: () => unwrap(client.desk.students({ query: { search, limit: 25 } })),
    placeholderData: (before) => before,
    meta: { failure: 'Failed to load students' },
  });
  return (
    <Stack gap="md">
      <TextInput
        label="Search"
        placeholder="Name or email"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text role="status" size="sm" c="dimmed">
        {found.data ? counted(found.data.pagination.total, 'student') : '\u00a0'}
      </Text>
      {found.data?.students.map((student) => (
        <Group key={student._id} justify="space-between" wrap="nowrap">
          <div>
            <Anchor component={Link} to={`/desk/students/${student._id}`}>
              <bdi>{student.name}</bdi>
            </Anchor>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {student.email}
            </Text>
          </div>
          <Text size="sm">{counted(student.credits, 'meal')}</Text>
        </Group>
      ))}
    </Stack>
  );
}

/** One student, with everything that an operator may do about them. */
export function Student({ id }: { id: string }) {
  const { client } = useDesk();
  const found = useQuery({
    queryKey: ['desk', 'student', id],
    queryFn: () => unwrap(client.desk.student({ params: { id } })),
    meta: { failure: 'Failed to load this student' },
  });
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
          <Text fw={600}>Suspended until {showDate(student.suspendedUntil, now())}</Text>
        )}
      </div>
      <Strikes student={student} />
      <Exchanges student={student} />
      <Actions student={student} />
      <section>
        <Title order={3}>What operators did</Title>
        <LogLines lines={student.log} />
      </section>
    </Stack>
  );
}

function Strikes({ student }: { student: DeskProfile }) {
  const { client } = useDesk();
  const withdrawable = student.strikes.filter(({ state }) => state !== 'withdrawn');
  return (
    <section>
      <Title order={3}>Strikes</Title>
      {student.strikes.map((strike) => (
        <Text key={strike._id}>
          {showDate(strike.createdAt, now())}, by <bdi>{strike.accuser}</bdi>: {strike.state}
        </Text>
      ))}
      {student.strikes.length === 0 && <Text c="dimmed">None.</Text>}
      {withdrawable.length > 0 && (
        <DeskForm
          button="Withdraw strike"
          send={(data) =>
            unwrap(
              client.desk.withdrawStrike({
                params: { id: textOf(data, 'strike') },
                body: { reason: textOf(data, 'reason') },
              }),
            )
          }
        >
          <NativeSelect
            label="Strike"
            name="strike"
            defaultValue={withdrawable[0]!._id}
            data={withdrawable.map(({ _id, accuser, createdAt }) => ({
              value: _id,
              label: `${showDate(createdAt, now())}, by ${accuser}`,
            }))}
          />
          <Reason />
        </DeskForm>
      )}
    </section>
  );
}

function Exchanges({ student }: { student: DeskProfile }) {
  const { client } = useDesk();
  const voidable = student.exchanges.filter(({ status }) => status !== 'cancelled');
  return (
    <section>
      <Title order={3}>Exchanges</Title>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Meal</Table.Th>
              <Table.Th>As</Table.Th>
              <Table.Th>With</Table.Th>
              <Table.Th>Status</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {student.exchanges.map((exchange) => (
              <Table.Tr key={exchange._id}>
                <Table.Td>
                  <bdi>{exchange.mealDescription}</bdi>, {showDate(exchange.deadline, now())}
                </Table.Td>
                <Table.Td>{exchange.role}</Table.Td>
                <Table.Td>
                  <bdi>{exchange.other}</bdi>
                </Table.Td>
                <Table.Td>{exchange.isDisputed ? 'disputed' : exchange.status}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {voidable.length > 0 && (
        <DeskForm
          button="Void exchange"
          color="red"
          send={(data) =>
            unwrap(
              client.desk.voidExchange({
                params: { id: textOf(data, 'match') },
                body: { reason: textOf(data, 'reason') },
              }),
            )
          }
        >
          <NativeSelect
            label="Exchange"
            name="match"
            defaultValue={voidable[0]!._id}
            data={voidable.map(({ _id, mealDescription, other }) => ({
              value: _id,
              label: `${mealDescription}, with ${other}`,
            }))}
          />
          <Reason />
        </DeskForm>
      )}
    </section>
  );
}

function Actions({ student: { _id: id, closedAt, suspendedUntil } }: { student: DeskProfile }) {
  const { client } = useDesk();
  const params = { id };
  const reasonOf = (data: FormData) => ({ reason: textOf(data, 'reason') });
  const isSuspended = suspendedUntil !== null && new Date(suspendedUntil) > now();
  return (
    <>
      <section>
        <Title order={3}>Give or take meals</Title>
        <DeskForm
          button="Adjust meals"
          send={(data) =>
            unwrap(client.desk.adjust({ params, body: { ...reasonOf(data), amount: Number(textOf(data, 'amount')) } }))
          }
        >
          <TextInput
            label="Meals"
            description="Negative takes some away"
            name="amount"
            type="number"
            defaultValue={1}
            min={-10}
            max={10}
          />
          <Reason />
        </DeskForm>
      </section>
      <section>
        <Title order={3}>Suspension</Title>
        {isSuspended ? (
          <DeskForm
            button="Lift suspension"
            send={(data) => unwrap(client.desk.liftSuspension({ params, body: reasonOf(data) }))}
          >
            <Reason />
          </DeskForm>
        ) : (
          <DeskForm
            button="Suspend"
            color="red"
            send={(data) =>
              unwrap(client.desk.suspend({ params, body: { ...reasonOf(data), days: Number(textOf(data, 'days')) } }))
            }
          >
            <TextInput label="Days" name="days" type="number" defaultValue={7} min={1} max={365} />
            <Reason />
          </DeskForm>
        )}
      </section>
      <section>
        <Title order={3}>Account</Title>
        {closedAt ? (
          <DeskForm
            button="Open account again"
            send={(data) => unwrap(client.desk.reopen({ params, body: reasonOf(data) }))}
          >
            <Reason />
          </DeskForm>
        ) : (
          <DeskForm
            button="Close account"
            color="red"
            send={(data) => unwrap(client.desk.close({ params, body: reasonOf(data) }))}
          >
            <Reason />
          </DeskForm>
        )}
      </section>
    </>
  );
}
