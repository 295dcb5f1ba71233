import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActionCards } from './dashboard/action-cards';
import { DashboardSkeleton } from './dashboard/dashboard-skeleton';
import { dashboard } from './dashboard/dashboard.queries';
import { GettingStarted } from './dashboard/getting-started';
import { Recents } from './dashboard/recents';
import { StatCards } from './dashboard/stat-cards';
import { StrikeBanner } from '../features/users/strike-banner';
import { useStudent } from '../shared/session/session';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';

export function DashboardPage() {
  const { name, institution, credits } = useStudent();
  const overview = useQuery(dashboard);
  return (
    <Page
      title="Dashboard"
      heading={
        <>
          Welcome back, <bdi>{name}</bdi>!
        </>
      }
      lead={<Text c="dimmed">{institution}</Text>}
    >
      <StrikeBanner />
      <Stack gap="md">
        <ActionCards />
        <Loaded query={overview} skeleton={<DashboardSkeleton />}>
          {({ stats, requests, matches }) => (
            <>
              <StatCards stats={stats} credits={credits} />
              {stats.requests.total === 0 && stats.fulfillments.total === 0 && <GettingStarted credits={credits} />}
              <Recents requests={requests} matches={matches} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
