import { Text } from '@mantine/core';
import { counted, CREDITS_PER_REQUEST, plural } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useAcceptRequest } from '../features/matches/matches.mutations';
import { BrowseFilters, isFiltered } from '../features/requests/browse-filters';
import { NothingToFulfill } from '../features/requests/nothing-to-fulfill';
import { OpenRequestCard } from '../features/requests/open-request-card';
import {
  browseFilter,
  browseRequests,
  noFilters,
  stillOpen,
  withoutAccepted,
  type Found,
} from '../features/requests/requests.queries';
import { StrikeBanner } from '../features/users/strike-banner';
import { CardList, CardListSkeleton } from '../shared/ui/card-list';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { Pages } from '../shared/ui/pages';
import { useListTop } from '../shared/ui/use-list-top';
import { useListFilter } from '../shared/use-list-filter';
import { useNow } from '../shared/use-now';

/** '1 request', '12 requests', or '10,000+ requests' where the server stopped counting. */
function countOf({ pagination: { total }, isTotalCapped }: Found) {
  if (total > 0 && isTotalCapped) return `${total.toLocaleString('en-US')}+ requests`;
  return `${total.toLocaleString('en-US')} ${plural(total, 'request')}`;
}

export function BrowsePage() {
  const { filter, change } = useListFilter(browseFilter);
  const clear = () => change(noFilters);
  const { accept, accepting, refusals } = useAcceptRequest();
  const now = useNow();
  const found = useQuery({
    ...browseRequests(filter),
    select: (answer) => withoutAccepted(stillOpen(answer, now), accepting),
  });
  const [listTop, goToTop] = useListTop();

  function goToPage(page: number, options?: { replace: boolean }) {
    change({ page }, options);
    goToTop();
  }

  return (
    <Page
      title="Browse Requests"
      width="md"
      lead={<Text c="dimmed">Fulfill a request and earn {counted(CREDITS_PER_REQUEST, 'meal')}.</Text>}
    >
      <StrikeBanner />
      <BrowseFilters filter={filter} change={change} clear={clear} />
      <Text role="status" c="dimmed" mb="sm">
        {found.data ? countOf(found.data) : '\u00a0'}
      </Text>
      <Loaded
        query={found}
        skeleton={<CardListSkeleton />}
        isEmpty={({ pagination }) => pagination.total === 0}
        empty={<NothingToFulfill isFiltered={isFiltered(filter)} clear={clear} />}
      >
        {({ requests, pagination }) => (
          <>
            <div ref={listTop} tabIndex={-1} role="group" aria-label="Requests">
              <CardList items={requests} isStale={found.isPlaceholderData}>
                {(request) => (
                  <OpenRequestCard request={request} now={now} accept={accept} refusal={refusals[request._id]} />
                )}
              </CardList>
            </div>
            <Pages {...pagination} onChange={goToPage} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
