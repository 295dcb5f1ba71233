import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { MatchCard } from '../features/matches/match-card';
import { myMatches, myMatchesFilter, withCompleted } from '../features/matches/matches.queries';
import { NoMatchesYet } from '../features/matches/no-matches-yet';
import { completeMatchKey } from '../features/matches/matches.mutations';
import { RateButton } from '../features/ratings/rate-button';
import { RatedNote } from '../features/ratings/rated-note';
import { exchangeOf } from './matches/exchange-of';
import { RatingByLink } from './matches/rating-by-link';
import { useUnderWay } from '../shared/api/under-way';
import { CardList, CardListSkeleton } from '../shared/ui/card-list';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { Pages } from '../shared/ui/pages';
import { StatusTabs } from '../shared/ui/status-tabs';
import { useListTop } from '../shared/ui/use-list-top';
import { useNow } from '../shared/use-now';
import { useListFilter } from '../shared/use-list-filter';

const rateButton = (match: Match, label: string, describedBy: string) => (
  <RateButton exchange={exchangeOf(match)} aria-describedby={describedBy}>
    {label}
  </RateButton>
);

export function MatchesPage() {
  const { filter, change } = useListFilter(myMatchesFilter);
  const { status } = filter;
  const completing = useUnderWay(completeMatchKey);
  const mine = useQuery({
    ...myMatches(filter),
    select: (answer) => withCompleted(answer, completing, status),
  });
  const now = useNow();
  const [listTop, goToTop] = useListTop();
  const counts = mine.data?.counts;

  function goToPage(page: number, options?: { replace: boolean }) {
    change({ page }, options);
    goToTop();
  }

  return (
    <Page title="Your Matches" width="md">
      <RatingByLink />
      <StatusTabs
        label="Matches by status"
        value={status}
        onChange={(next) => change({ status: next })}
        tabs={[
          { value: 'all', label: 'All', count: counts?.all },
          { value: 'accepted', label: 'Active', count: counts?.accepted },
          { value: 'completed', label: 'Completed', count: counts?.completed },
        ]}
      >
        <Loaded
          query={mine}
          skeleton={<CardListSkeleton />}
          isEmpty={({ pagination }) => pagination.total === 0}
          empty={<NoMatchesYet tab={status} />}
        >
          {({ matches, pagination }) => (
            <>
              <div ref={listTop} tabIndex={-1} role="group" aria-label="Matches">
                <CardList items={matches} isStale={mine.isPlaceholderData}>
                  {(match) => <MatchCard match={match} now={now} rateButton={rateButton} ratedNote={<RatedNote />} />}
                </CardList>
              </div>
              <Pages {...pagination} onChange={goToPage} />
            </>
          )}
        </Loaded>
      </StatusTabs>
    </Page>
  );
}
