import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CreditHistoryList } from '../features/credits/credit-history-list';
import { AccountActions } from '../features/profile/account-actions';
import { AccountSettings } from '../features/profile/account-settings';
import { Activity } from '../features/profile/activity';
import { profile } from '../features/profile/profile-data';
import { ProfileSummary } from '../features/profile/profile-summary';
import { Sessions } from '../features/profile/sessions';
import { useStudent } from '../shared/session/session';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { Section } from '../shared/ui/section';
import classes from './profile-page.module.css';

export function ProfilePage() {
  const student = useStudent();
  const account = useQuery(profile);
  return (
    <Page title="Profile">
      <div className={classes.columns}>
        <Stack gap="lg">
          <ProfileSummary student={student} />
          {account.data && <Activity stats={account.data.stats} />}
          {account.isPending && (
            <Paper withBorder p="lg">
              <Skeleton height="9rem" />
            </Paper>
          )}
        </Stack>
        <Stack gap="lg">
          <Loaded query={account} skeleton={<SettingsSkeleton />}>
            {({ user }) => <AccountSettings user={user} />}
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
