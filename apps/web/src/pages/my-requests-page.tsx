import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RatedNote } from '../features/ratings/rated-note';
import { RateButton } from '../features/ratings/rate-button';
import { NoRequestsYet } from '../features/requests/no-requests-yet';
import { OwnRequestCard, type RequestMatch } from '../features/requests/own-request-card';
import { RequestSummary } from '../features/requests/request-summary';
import { cancelRequestKey } from '../features/requests/requests.mutations';
import {
  myRequests,
  myRequestsFilter,
  requestTabs,
  withCancelled,
  type MyRequestsFilter,
} from '../features/requests/requests.queries';
import { useUnderWay } from '../shared/api/under-way';
import { paths } from '../shared/paths';
import { statusLabel } from '../shared/ui/badges';
import { CardList, CardListSkeleton } from '../shared/ui/card-list';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { Pages } from '../shared/ui/pages';
import { StatusTabs } from '../shared/ui/status-tabs';
import { WithSidebar } from '../shared/ui/with-sidebar';
import { useListTop } from '../shared/ui/use-list-top';
import { useNow } from '../shared/use-now';
import { useListFilter } from '../shared/use-list-filter';

const tabLabel = (status: MyRequestsFilter['status']) => (status === 'all' ? 'All' : statusLabel(status));

const rating = ({ _id, status, fulfiller, rating: given }: RequestMatch) =>
  given.requesterRating ? (
    <RatedNote />
  ) : (
    <RateButton exchange={{ matchId: _id, status, side: 'requester', other: fulfiller.name }}>
      Rate Experience
    </RateButton>
  );

export function MyRequestsPage() {
  const { filter, change } = useListFilter(myRequestsFilter);
  const { status } = filter;
  const cancelling = useUnderWay(cancelRequestKey);
  const mine = useQuery({
    ...myRequests(filter),
    select: (answer) => withCancelled(answer, cancelling, status),
  });
  const now = useNow();
  const [listTop, goToTop] = useListTop();

  function goToPage(page: number, options?: { replace: boolean }) {
    change({ page }, options);
    goToTop();
  }

  return (
    <Page
      title="My Meal Exchange Requests"
      action={
        <Button component={Link} to={paths.createRequest}>
          New Request
        </Button>
      }
    >
      <StatusTabs
        label="Requests by status"
        tabs={requestTabs.options.map((value) => ({ value, label: tabLabel(value), count: mine.data?.counts[value] }))}
        value={status}
        onChange={(next) => change({ status: next })}
      >
        <Loaded
          query={mine}
          skeleton={<CardListSkeleton />}
          isEmpty={({ pagination }) => pagination.total === 0}
          empty={<NoRequestsYet status={status} />}
        >
          {({ requests, pagination }) => (
            <WithSidebar side={<RequestSummary requests={requests} />}>
              <div ref={listTop} tabIndex={-1} aria-label="Requests" role="group">
                <CardList items={requests} isStale={mine.isPlaceholderData}>
                  {(request) => <OwnRequestCard request={request} now={now} rating={rating} />}
                </CardList>
              </div>
              <Pages {...pagination} onChange={goToPage} />
            </WithSidebar>
          )}
        </Loaded>
      </StatusTabs>
    </Page>
  );
}
