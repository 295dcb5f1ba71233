import { NativeSelect, Table, Title } from '@mantine/core';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { Reason } from './reason';

const now = () => new Date();

/** The exchanges of a student, and the way to void one. */
export function StudentExchanges({ student }: { student: DeskProfile }) {
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
