import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ActionCards } from './dashboard/action-cards';
import { CampusTable } from './dashboard/campus-table';
import { DashboardSkeleton } from './dashboard/dashboard-skeleton';
import { dashboard } from './dashboard/dashboard.queries';
import { DisputedMeals } from './dashboard/disputed-meals';
import { GettingStarted } from './dashboard/getting-started';
import { DidYouGetYourMeal } from './matches/did-you-get-your-meal';
import { NextMeal } from './dashboard/next-meal';
import { Recents } from './dashboard/recents';
import { StatCards } from './dashboard/stat-cards';
import { Announcements } from '../features/announcements/announcements';
import { unreadAnnouncements } from '../features/announcements/announcements.queries';
import { CampusPaused } from '../features/campuses/campus-paused';
import { myCampus } from '../features/campuses/campuses.queries';
import { usePause } from '../features/campuses/use-pause';
import { Debt, useDebt } from '../features/credits/debt';
import { askedMatches } from '../features/matches/matches.queries';
import { useAcceptedMatches } from '../features/matches/next-meal.queries';
import { SharedOffer } from '../features/requests/shared-offer';
import { StrikeBanner } from '../features/strikes/strike-banner';
import { useLiveLists } from '../shared/api/use-live-lists';
import { useStudent } from '../shared/session/session';
import { Campus } from '../shared/ui/campus';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { useNow } from '../shared/use-now';

export function DashboardPage() {
  const { name, institution, credits } = useStudent();
  const overview = useQuery(dashboard);
  const accepted = useAcceptedMatches();
  const asked = useQuery(askedMatches);
  const announcements = useQuery(unreadAnnouncements);
  const campus = useQuery(myCampus);
  const pause = usePause();
  const debt = useDebt();
  const now = useNow();
  useLiveLists();
  const isCampusKnown = !campus.isPending || campus.failureCount > 0;
  const isAskedKnown = !asked.isPending || asked.failureCount > 0;
  // The question about a meal, a pause, announcements and the next meal come first, so everything below waits for them. Deferred as in `Loaded`.
  const isTopKnown = useDeferredValue(accepted.isKnown && isAskedKnown && !announcements.isPending && isCampusKnown);
  return (
    <Page
      title="Dashboard"
      heading={
        <>
          Welcome, <bdi>{name}</bdi>!
        </>
      }
      lead={
        <Text c="dimmed">
          <Campus institution={institution} name={campus.data?.name} />
        </Text>
      }
    >
      <StrikeBanner />
      <SharedOffer />
      {/* the next meal may get shorter by a press: a second tap must not press what is there by then */}
      <Stack gap="md" data-still>
        {overview.isLoadingError && <ActionCards />}
        <Loaded query={overview} skeleton={<DashboardSkeleton />}>
          {({ stats, requests, matches }) =>
            isTopKnown ? (
              <>
                <DidYouGetYourMeal />
                <CampusPaused pause={pause} />
                <Announcements announcements={announcements.data ?? []} now={now} />
                <NextMeal accepted={accepted} now={now} />
                <DisputedMeals />
                <ActionCards />
                <StatCards stats={stats} credits={credits} isOnSale={campus.data?.mealsOnSale !== false} />
                <Debt {...debt} />
                {stats.requests.total + stats.fulfillments.total === 0 && <GettingStarted credits={credits} />}
                {stats.campus && <CampusTable institution={institution} name={campus.data?.name} {...stats.campus} />}
                <Recents requests={requests} matches={matches} />
              </>
            ) : (
              <DashboardSkeleton />
            )
          }
        </Loaded>
      </Stack>
    </Page>
  );
}
