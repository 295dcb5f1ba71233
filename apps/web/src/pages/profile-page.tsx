import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CreditHistoryList } from '../features/credits/credit-history-list';
import { AccountActions } from '../features/account/account-actions';
import { AccountSettings } from '../features/users/account-settings';
import { myStats } from '../features/account/account.queries';
import { Activity } from '../features/account/activity';
import { myProfile } from '../features/users/users.queries';
import { ProfileSummary } from '../features/users/profile-summary';
import { Sessions } from '../features/sessions/sessions';
import { useStudent } from '../shared/session/session';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { Section } from '../shared/ui/section';
import classes from './profile-page.module.css';

export function ProfilePage() {
  const student = useStudent();
  const account = useQuery(myProfile);
  const stats = useQuery(myStats);
  return (
    <Page title="Profile">
      <div className={classes.columns}>
        <Stack gap="lg">
          <ProfileSummary student={student} />
          {stats.data && <Activity stats={stats.data} />}
          {stats.isPending && (
            <Paper withBorder p="lg">
              <Skeleton height="9rem" />
            </Paper>
          )}
        </Stack>
        <Stack gap="lg">
          <Loaded query={account} skeleton={<SettingsSkeleton />}>
            {(user) => <AccountSettings user={user} />}
          </Loaded>
          <Section title="Meal History">
            <CreditHistoryList />
          </Section>
          <Sessions />
          <AccountActions />
        </Stack>
      </div>
    </Page>
  );
}

function SettingsSkeleton() {
  return (
    <Paper withBorder p="lg">
      <Stack gap="xl">
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="2.75rem" />
        ))}
      </Stack>
    </Paper>
  );
}
