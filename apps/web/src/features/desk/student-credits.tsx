import { Text } from '@mantine/core';
import { counted, type CreditEntry, type TransferKind } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDate } from '../../shared/dates';
import { DeskList } from './desk-list';
import { DeskSection, DeskTable } from './desk-parts';
import { creditsOf } from './desk.queries';
import { RequestLink } from './report-text';

const KINDS: Record<TransferKind, string> = {
  grant: 'Starting meals',
  hold: 'Request posted',
  release: 'Request refunded',
  capture: 'Exchange completed',
  purchase: 'Bought',
  reversal: 'Taken back or returned',
  repay: 'Owed meal settled',
  dispute: 'Set aside for a dispute',
  award: 'Returned to the student',
  adjustment: 'Given or taken by an operator',
};
/** Not all that goes back to a requester was disputed: it may be given back, or voided by an operator. */
const reason = (kind: TransferKind, dispute: CreditEntry['dispute']) =>
  kind === 'dispute' && dispute === 'requester' ? 'Returned to the requester' : KINDS[kind];

const signed = (amount: number) => (amount > 0 ? `+${amount}` : `${amount}`.replace('-', '−'));

/** Every movement of a student's meals, page by page. */
export function StudentCredits({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  return (
    <DeskSection title="Meals">
      <DeskList
        label="Meals"
        query={useQuery(creditsOf(id, page))}
        onPage={setPage}
        empty={<Text c="dimmed">None.</Text>}
      >
        {({ entries, pagination }) => (
          <>
            <Text size="sm" c="dimmed">
              {counted(pagination.total, 'movement')}
            </Text>
            <DeskTable
              label="Meals"
              data={{
                head: ['Movement', 'Meals', 'Left'],
                body: entries.map((entry) => [
                  <Movement key="movement" {...entry} />,
                  signed(entry.amount),
                  entry.balance,
                ]),
              }}
            />
          </>
        )}
      </DeskList>
    </DeskSection>
  );
}

const Movement = ({ kind, dispute, request, createdAt }: CreditEntry) => (
  <>
    {reason(kind, dispute)}
    {request && (
      <>
        : <RequestLink requestId={request._id} mealDescription={request.mealDescription} />
      </>
    )}
    , {showDate(createdAt, new Date())}
  </>
);
