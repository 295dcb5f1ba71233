import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { AnnouncementsWaiting } from '../features/announcements/announcements-waiting';
import { BelowNextMeal } from '../features/matches/below-next-meal';
import { matchTabs, myMatches, myMatchesFilter } from '../features/matches/matches.queries';
import { NoMatchesYet } from '../features/matches/no-matches-yet';
import { DidYouGetYourMeal } from './matches/did-you-get-your-meal';
import { MatchCard } from './matches/match-card';
import { OpenedMatch } from './matches/opened-match';
import { RatingByLink } from './matches/rating-by-link';
import { oneMatch } from '../shared/api/one-match';
import { useLiveLists } from '../shared/api/use-live-lists';
import { GoneCard } from '../shared/ui/gone-card';
import { Page } from '../shared/ui/page';
import { PagedCards } from '../shared/ui/paged-cards';
import { Spotlight } from '../shared/ui/spotlight';
import { StatusTabs } from '../shared/ui/status-tabs';
import { useLinkedId } from '../shared/use-linked-id';
import { useNow } from '../shared/use-now';
import { useListFilter } from '../shared/use-list-filter';

const TABS = { all: 'All', accepted: 'Active', completed: 'Completed' };

export function MatchesPage() {
  const { filter, change, setPage } = useListFilter(myMatchesFilter);
  const { status } = filter;
  const mine = useQuery(myMatches(filter));
  const now = useNow();
  useLiveLists();
  const counts = mine.data?.counts;
  const opened = useLinkedId('open');
  const isListed = mine.data?.matches.some(({ _id }) => _id === opened.id);
  // a list of an earlier visit may lack a new match
  const isCurrent = !mine.isPlaceholderData && (mine.isFetchedAfterMount || !mine.isFetching);

  return (
    <Page title="Your Matches" width="md">
      <RatingByLink />
      {opened.id && isCurrent && !isListed && (
        <OpenedMatch key={opened.id} id={opened.id} drop={opened.drop} now={now} />
      )}
      <AnnouncementsWaiting />
      <BelowNextMeal>
        <DidYouGetYourMeal mb="md" />
        <StatusTabs
          label="Matches by status"
          value={status}
          onChange={(next) => change({ status: next })}
          tabs={matchTabs.map((value) => ({ value, label: TABS[value], count: counts?.[value] }))}
        >
          <PagedCards
            label="Matches"
            query={mine}
            itemsOf={({ matches }) => matches}
            // a link starts the list anew, so that a match which waits to be shown is there
            filter={{ ...filter, open: opened.id }}
            onPage={setPage}
            newItems={['new match', 'new matches']}
            empty={<NoMatchesYet tab={status} />}
          >
            {(match, isGone) => (
              <Spotlight isOn={match._id === opened.id} onShown={opened.drop}>
                {/* a match that the student has ended here has another status by now, and stays as it is; one that the
                    fulfiller undid in time is on no tab */}
                {isGone && (status === 'all' || match.status === status) ? (
                  <GoneCard meal={match.request.mealDescription}>
                    {status === 'all' ? 'Taken back: open for others again' : `No longer ${TABS[status].toLowerCase()}`}
                  </GoneCard>
                ) : (
                  <LiveMatchCard match={match} isGone={isGone} now={now} />
                )}
              </Spotlight>
            )}
          </PagedCards>
        </StatusTabs>
      </BelowNextMeal>
    </Page>
  );
}

/** A match that was ended here is no longer in the list of its tab, so this loads what the other side says about it. */
function LiveMatchCard({ match, isGone, now }: { match: Match; isGone: boolean; now: Date }) {
  const latest = useQuery({ ...oneMatch(match._id), enabled: isGone }).data?.match;
  return <MatchCard match={isGone && latest && latest.status !== 'accepted' ? latest : match} now={now} />;
}
