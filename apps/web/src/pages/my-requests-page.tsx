import { Button } from '@mantine/core';
import type { MealRequest } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DidYouGetYourMeal } from './matches/did-you-get-your-meal';
import { OwnRequestCard } from './my-requests/own-request-card';
import { OfferNews } from '../features/alerts/offer-news';
import { AnnouncementsWaiting } from '../features/announcements/announcements-waiting';
import { BelowNextMeal } from '../features/matches/below-next-meal';
import { NoRequestsYet } from '../features/requests/no-requests-yet';
import { RequestSummary } from '../features/requests/request-summary';
import {
  myRequests,
  myRequestsFilter,
  oneRequest,
  requestTabs,
  type MyRequestsFilter,
} from '../features/requests/requests.queries';
import { useLiveLists } from '../shared/api/use-live-lists';
import { paths } from '../shared/paths';
import { statusLabel } from '../shared/ui/badges';
import { GoneCard } from '../shared/ui/gone-card';
import { News } from '../shared/ui/news';
import { Page } from '../shared/ui/page';
import { PagedCards } from '../shared/ui/paged-cards';
import { StatusTabs } from '../shared/ui/status-tabs';
import { WithSidebar } from '../shared/ui/with-sidebar';
import { useNow } from '../shared/use-now';
import { useListFilter } from '../shared/use-list-filter';

const tabLabel = (status: MyRequestsFilter['status']) => (status === 'all' ? 'All' : statusLabel(status));

interface ListedProps {
  request: MealRequest;
  /** It is in this list no longer. */
  isGone: boolean;
  status: MyRequestsFilter['status'];
  now: Date;
}

function ListedRequest({ request, isGone, status, now }: ListedProps) {
  // a request that the student has cancelled or rated here has another status by now, and stays as it is
  const isElsewhere = isGone && request.status === status;
  // the list does not say whether one that left the active ones was accepted or has expired
  const left = useQuery({ ...oneRequest(request._id), staleTime: 0, enabled: isElsewhere && status === 'active' });
  const isExpired = (isElsewhere ? left.data?.request : request)?.status === 'expired';
  return (
    <>
      <News of={isExpired ? 'expired' : undefined}>
        {request.mealDescription} has expired, and your meal came back.
      </News>
      {isElsewhere ? (
        <GoneCard meal={request.mealDescription}>
          {isExpired ? 'Expired. Your meal came back.' : `No longer ${tabLabel(status).toLowerCase()}`}
        </GoneCard>
      ) : (
        <OwnRequestCard request={request} now={now} />
      )}
    </>
  );
}

export function MyRequestsPage() {
  const { filter, change, setPage } = useListFilter(myRequestsFilter);
  const { status } = filter;
  const mine = useQuery(myRequests(filter));
  const now = useNow();
  useLiveLists();

  return (
    <Page
      title="My Meal Exchange Requests"
      action={
        <Button component={Link} to={paths.createRequest}>
          New Request
        </Button>
      }
    >
      <AnnouncementsWaiting />
      <OfferNews />
      <BelowNextMeal>
        <DidYouGetYourMeal mb="md" />
        <StatusTabs
          label="Requests by status"
          tabs={requestTabs.map((value) => ({
            value,
            label: tabLabel(value),
            count: mine.data?.counts[value],
          }))}
          value={status}
          onChange={(next) => change({ status: next })}
        >
          <PagedCards
            label="Requests"
            query={mine}
            itemsOf={({ requests }) => requests}
            filter={filter}
            onPage={setPage}
            newItems={['new request', 'new requests']}
            empty={<NoRequestsYet status={status} />}
            layout={(list, requests) => <WithSidebar side={<RequestSummary requests={requests} />}>{list}</WithSidebar>}
          >
            {(request, isGone) => <ListedRequest request={request} isGone={isGone} status={status} now={now} />}
          </PagedCards>
        </StatusTabs>
      </BelowNextMeal>
    </Page>
  );
}
