import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActionCards } from '../features/dashboard/action-cards';
import { DashboardSkeleton } from '../features/dashboard/dashboard-skeleton';
import { dashboard } from '../features/dashboard/dashboard.queries';
import { GettingStarted } from '../features/dashboard/getting-started';
import { Recents } from '../features/dashboard/recents';
import { StatCards } from '../features/dashboard/stat-cards';
import { StrikeBanner } from '../features/strikes/strike-banner';
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
              {stats.requests.total === 0 && stats.fulfillments.total === 0 && <GettingStarted />}
              <Recents requests={requests} matches={matches} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
