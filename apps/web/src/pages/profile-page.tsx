import { Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { CreditHistoryList } from '../features/credits/credit-history-list';
import { AccountActions } from '../features/account/account-actions';
import { AccountSettings } from '../features/users/account-settings';
import { myStats } from '../features/account/account.queries';
import { PhoneSettings } from '../features/users/phone-settings';
import { myCampus } from '../features/campuses/campuses.queries';
import { DownloadData } from '../features/account/download-data';
import { Activity } from '../features/account/activity';
import { myProfile } from '../features/users/users.queries';
import { ProfileSummary } from '../features/users/profile-summary';
import { Sessions } from '../features/sessions/sessions';
import { LinkCampus } from '../features/sign-on/link-campus';
import { MyStrikes } from '../features/strikes/my-strikes';
import { useStudent } from '../shared/session/session';
import { hasSignOn } from '../shared/session/has-sign-on';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';
import { Section } from '../shared/ui/section';
import { useNow } from '../shared/use-now';
import classes from './profile-page.module.css';

// a separate script, since few students open it
const Alerts = lazy(async () => ({
  default: (await import('../features/alerts/alerts-section').catch(() => ({ AlertsSection: () => null })))
    .AlertsSection,
}));

export function ProfilePage() {
  const student = useStudent();
  const account = useQuery(myProfile);
  const stats = useQuery(myStats);
  const campus = useQuery(myCampus);
  const now = useNow();
  return (
    <Page title="Profile">
      <div className={classes.columns}>
        <Stack gap="lg">
          <ProfileSummary student={student} campusName={campus.data?.name} reputation={stats.data?.reputation} />
          {student.strikes.count > 0 && <MyStrikes now={now} />}
          {stats.data && <Activity stats={stats.data} />}
          {stats.isPending && (
            <Paper withBorder p="lg">
              <Skeleton height="12rem" />
            </Paper>
          )}
        </Stack>
        <Stack gap="lg">
          {/* as tall as the settings on a phone, so that a link to the alerts below still shows them */}
          <Loaded query={account} skeleton={<Skeleton height="50rem" />}>
            {(user) => (
              <>
                <AccountSettings user={user} />
                <PhoneSettings user={user} />
              </>
            )}
          </Loaded>
          <Suspense fallback={<Skeleton height="26rem" />}>
            <Alerts />
          </Suspense>
          <Section title="Meal History">
            <CreditHistoryList />
          </Section>
          {hasSignOn() && <LinkCampus />}
          <Sessions />
          <Section title="Your Data">
            <DownloadData />
          </Section>
          <AccountActions />
        </Stack>
      </div>
    </Page>
  );
}
