import { Group, Text, VisuallyHidden } from '@mantine/core';
import { counted, CREDITS_PER_REQUEST, plural, type MealRequest, type Pagination } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowseCard } from './browse/browse-card';
import { OwnOfLink } from './browse/own-of-link';
import { AlertOpened } from '../features/alerts/alert-opened';
import { OfferHelp } from '../features/alerts/offer-help';
import { AnnouncementsWaiting } from '../features/announcements/announcements-waiting';
import { CampusPaused } from '../features/campuses/campus-paused';
import { GuestRules } from '../features/campuses/guest-rules';
import { usePause } from '../features/campuses/use-pause';
import { useAcceptRequest } from '../features/matches/matches.mutations';
import { useAcceptedMatches } from '../features/matches/next-meal.queries';
import { AtTheHall } from '../features/requests/at-the-hall';
import { BrowseFilters, isFiltered } from '../features/requests/browse-filters';
import { NothingToFulfill } from '../features/requests/nothing-to-fulfill';
import { browseFilter, browseRequests, noFilters } from '../features/requests/requests.queries';
import { SharedRequest } from '../features/requests/shared-request';
import { SuspensionBanner } from '../features/strikes/strike-banner';
import { useLiveLists } from '../shared/api/use-live-lists';
import { useStudent } from '../shared/session/session';
import { ActionButton } from '../shared/ui/action-button';
import { Page } from '../shared/ui/page';
import { PagedCards } from '../shared/ui/paged-cards';
import { useListFilter } from '../shared/use-list-filter';
import { useNow } from '../shared/use-now';
import classes from './browse-page.module.css';

interface Found {
  pagination: Pagination;
  /** There may be more than `total`. */
  isTotalCapped?: boolean;
}

// The first number that a page formats would take a slow phone 40 to 70 ms (docs/performance.md); most lists need no comma.
const showNumber = (number: number) => (number < 1000 ? String(number) : number.toLocaleString('en-US'));

/** '1 request', '12 requests', or '1,000+ requests' where the server stopped counting. */
const countOf = ({ pagination: { total }, isTotalCapped }: Found) =>
  isTotalCapped ? `${showNumber(total)}+ requests` : `${showNumber(total)} ${plural(total, 'request')}`;

export function BrowsePage() {
  const { institution } = useStudent();
  const { filter, change, setPage } = useListFilter(browseFilter);
  const clear = () => change(noFilters);
  const now = useNow();
  const pause = usePause();
  const accepting = useAcceptRequest();
  const matches = useAcceptedMatches().data?.matches ?? [];
  const student = { accepting, matches, pause, now };
  useLiveLists({ allCampuses: filter.campus !== 'mine' });
  const found = useQuery(browseRequests(filter));
  const isNear = (request?: MealRequest) => !request || request.requester.institution === institution;
  // a request that moves up from the next page stands last, perhaps below one of another campus
  const headingOf = (request: MealRequest, above?: MealRequest) =>
    isNear(request) === isNear(above) ? undefined : isNear(request) ? 'On your campus' : 'At other campuses';
  // announced once for each search, not whenever others post or the page is turned; empty once the number has changed
  const list = JSON.stringify({ ...filter, page: undefined });
  const [announced, setAnnounced] = useState({ list: '', words: '' });
  const words = found.data && !found.isPlaceholderData ? `${countOf(found.data)} found` : '';
  if (words && announced.list !== list) setAnnounced({ list, words });
  else if (words && announced.words && announced.words !== words) setAnnounced({ list, words: '' });

  return (
    <Page
      title="Browse Requests"
      width="md"
      lead={
        <Group gap="0 1rem">
          <Text c="dimmed">Fulfill one and earn {counted(CREDITS_PER_REQUEST, 'meal')}.</Text>
          <Text c="dimmed">{found.data ? countOf(found.data) : '\u00a0'}</Text>
          {/* a new element is read although its words are the same */}
          <VisuallyHidden role="status">
            {announced.list === list && <span key={list}>{announced.words}</span>}
          </VisuallyHidden>
        </Group>
      }
    >
      <AlertOpened />
      <AnnouncementsWaiting />
      <SuspensionBanner />
      <CampusPaused pause={pause} />
      <GuestRules />
      <SharedRequest now={now} gone={(requestId) => <OwnOfLink requestId={requestId} now={now} />}>
        {(request, isGone) => (
          <BrowseCard
            request={request}
            isGone={isGone}
            gone={<OwnOfLink requestId={request._id} request={request} now={now} />}
            {...student}
          />
        )}
      </SharedRequest>
      {/* controls come first, and what appears and disappears comes last, so that no control moves under the finger */}
      <div className={classes.controls}>
        <BrowseFilters filter={filter} change={change} />
        <div className={classes.found}>
          <AtTheHall filter={filter} change={change} />
          {isFiltered(filter) && (
            <ActionButton variant="subtle" size="compact-sm" className={classes.clear} onClick={clear}>
              Clear filters
            </ActionButton>
          )}
        </div>
      </div>
      <PagedCards
        label="Requests"
        query={found}
        itemsOf={({ requests }) => requests}
        filter={filter}
        onPage={setPage}
        headingOf={headingOf}
        newItems={['new request', 'new requests']}
        empty={<NothingToFulfill isFiltered={isFiltered(filter)} clear={clear} offer={<OfferHelp />} />}
      >
        {(request, isGone) => <BrowseCard request={request} isGone={isGone} {...student} />}
      </PagedCards>
    </Page>
  );
}
