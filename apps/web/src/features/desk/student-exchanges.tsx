import { NativeSelect, Stack, Table, Title } from '@mantine/core';
import type { DeskProfile } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { showDate } from '../../shared/dates';
import { useDesk } from './desk-session';
import { signedInOperator } from './desk.queries';
import classes from './desk.module.css';
import { isVoidable, outcomeOf } from './exchange-state';
import { VoidExchange } from './void-exchange';

const now = () => new Date();

/** The exchanges of a student, and the way to void one. */
export function StudentExchanges({ student }: { student: DeskProfile }) {
  const { client } = useDesk();
  const { data } = useQuery(signedInOperator(client));
  const mayVoid = (campus: string) => data?.operator.campus === null || data?.operator.campus === campus;
  const voidable = student.exchanges.filter((exchange) => isVoidable(exchange) && mayVoid(exchange.campus));
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h3">
        Exchanges
      </Title>
      <Table className={classes.words}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Meal</Table.Th>
            <Table.Th>With</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {student.exchanges.map((exchange) => (
            <Table.Tr key={exchange._id}>
              <Table.Td>
                <bdi>{exchange.mealDescription}</bdi>, {showDate(exchange.deadline, now())}
                {exchange.campus !== student.campus && `, on ${exchange.campus}`}
              </Table.Td>
              <Table.Td>
                <bdi>{exchange.other}</bdi>, as {exchange.role}
              </Table.Td>
              <Table.Td className={classes.status}>{outcomeOf(exchange)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {voidable.length > 0 && (
        <VoidExchange>
          <NativeSelect
            label="Exchange"
            name="match"
            defaultValue={voidable[0]!._id}
            data={voidable.map(({ _id, mealDescription, deadline, other }) => ({
              value: _id,
              label: `${mealDescription}, ${showDate(deadline, now())}, with ${other}`,
            }))}
          />
        </VoidExchange>
      )}
    </Stack>
  );
}
