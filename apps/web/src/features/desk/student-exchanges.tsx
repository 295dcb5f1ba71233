import { Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import type { DeskExchange, DeskProfile } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { SelectOne } from './desk-fields';
import { DeskList } from './desk-list';
import { DeskSection, DeskTable } from './desk-parts';
import { exchangesOf, signedInOperator } from './desk.queries';
import { isVoidable, outcomeOf, VoidExchange } from './exchange';
import { dueOf, RequestLink } from './report-text';

/** All exchanges of a student page by page, and the way to void one of the page. */
export function StudentExchanges({ student }: { student: DeskProfile }) {
  const [page, setPage] = useState(1);
  const found = useQuery(exchangesOf(student._id, page));
  return (
    <DeskSection title="Exchanges">
      <DeskList label="Exchanges" query={found} onPage={setPage} empty={<Text c="dimmed">None.</Text>}>
        {({ exchanges, pagination }) => (
          <>
            <Text size="sm" c="dimmed">
              {counted(pagination.total, 'exchange')}
            </Text>
            <Exchanges exchanges={exchanges} campus={student.campus} />
          </>
        )}
      </DeskList>
      {found.data && <VoidOneOf exchanges={found.data.exchanges} />}
    </DeskSection>
  );
}

/** `campus`: the student's. */
const Exchanges = ({ exchanges, campus }: { exchanges: DeskExchange[]; campus: string }) => (
  <DeskTable
    label="Exchanges"
    data={{
      head: ['Meal', 'With', 'Status'],
      body: exchanges.map((exchange) => [
        <Fragment key="meal">
          {exchange.campus === campus ? <RequestLink {...exchange} /> : <bdi>{exchange.mealDescription}</bdi>},{' '}
          {dueOf(exchange)}
          {exchange.campus !== campus && `, on ${exchange.campus}`}
        </Fragment>,
        <Fragment key="with">
          <bdi>{exchange.other}</bdi>, as {exchange.role}
        </Fragment>,
        outcomeOf(exchange),
      ]),
    }}
  />
);

function VoidOneOf({ exchanges }: { exchanges: DeskExchange[] }) {
  const { data } = useQuery(signedInOperator);
  const mayVoid = (campus: string) => data?.operator.campus === null || data?.operator.campus === campus;
  const voidable = exchanges.filter((exchange) => isVoidable(exchange) && mayVoid(exchange.campus));
  if (!voidable.length) return null;
  return (
    <VoidExchange>
      <SelectOne
        label="Exchange"
        name="match"
        data={voidable.map((exchange) => ({
          value: exchange._id,
          label: `${exchange.mealDescription}, ${dueOf(exchange)}, with ${exchange.other}`,
        }))}
      />
    </VoidExchange>
  );
}
