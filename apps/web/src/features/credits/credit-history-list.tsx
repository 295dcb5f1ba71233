import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Loaded } from '../../shared/ui/loaded';
import { Pages } from '../../shared/ui/pages';
import { useNow } from '../../shared/use-now';
import { pageIn, useListFilter } from '../../shared/use-list-filter';
import { CreditEntryRow } from './credit-entry';
import { creditHistory } from './credits.queries';
import { Debt } from './debt';

/** Where every meal came from and went, page by page; and what the next meals pay for first, with the reason. */
export function CreditHistoryList() {
  const { filter, setPage } = useListFilter((address) => ({ page: pageIn(address) }));
  const history = useQuery(creditHistory(filter.page));
  const now = useNow();
  const top = useRef<HTMLDivElement>(null);
  return (
    <Loaded
      query={history}
      skeleton={<Skeleton height="18rem" />}
      isEmpty={({ pagination }) => pagination.total === 0}
      empty={<Text c="dimmed">Nothing yet. Meals you receive and spend will be listed here.</Text>}
    >
      {({ entries, owed, claimed, pagination }) => (
        <>
          <Debt owed={owed} claimed={claimed} />
          <Stack component="ol" ref={top} tabIndex={-1} gap={0} p={0}>
            {entries.map((entry) => (
              <CreditEntryRow key={entry.sequence} entry={entry} now={now} />
            ))}
          </Stack>
          <Pages {...pagination} top={top} onChange={setPage} />
        </>
      )}
    </Loaded>
  );
}
