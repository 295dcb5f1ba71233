import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../shared/ui/loaded';
import { Pages } from '../../shared/ui/pages';
import { useNow } from '../../shared/use-now';
import { pageIn, useListFilter } from '../../shared/use-list-filter';
import { CreditEntryRow } from './credit-entry';
import { creditHistory } from './credits.queries';

/** Where every meal came from and went, page by page; and what the next meals pay for first, with the reason. */
export function CreditHistoryList() {
  const { filter, setPage } = useListFilter((address) => ({ page: pageIn(address) }));
  const history = useQuery(creditHistory(filter.page));
  const now = useNow();
  return (
    <Loaded
      query={history}
      skeleton={<Skeleton height="18rem" />}
      isEmpty={({ pagination }) => pagination.total === 0}
      empty={<Text c="dimmed">Nothing yet. Meals you receive and spend will be listed here.</Text>}
    >
      {({ entries, owed, claimed, pagination }) => (
        <>
          {owed > 0 && <Owed count={owed} />}
          {claimed > 0 && <Claimed count={claimed} />}
          <Stack component="ol" gap={0} p={0}>
            {entries.map((entry) => (
              <CreditEntryRow key={entry.sequence} entry={entry} now={now} />
            ))}
          </Stack>
          <Pages {...pagination} onChange={setPage} />
        </>
      )}
    </Loaded>
  );
}

function Owed({ count }: { count: number }) {
  return (
    <Alert color="yellow" title={`You owe ${counted(count, 'meal')}`} mb="md">
      A refunded purchase was already spent. The next meals you receive settle this first.
    </Alert>
  );
}

function Claimed({ count }: { count: number }) {
  return (
    <Alert color="yellow" title={`You spent ${counted(count, 'disputed meal')}`} mb="md">
      The next meals you receive pay for this before you can use them.
    </Alert>
  );
}
