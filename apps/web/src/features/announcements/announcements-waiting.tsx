import { Alert, Anchor } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useStudent } from '../../shared/session/session';

/**
 * Tells the student on other screens that announcements wait on the dashboard. The account says so before the screen shows.
 * A later announcement is shown on the next screen, so that nothing moves on this one.
 */
export function AnnouncementsWaiting() {
  const { hasUnreadAnnouncements } = useStudent();
  const [isShown] = useState(hasUnreadAnnouncements);
  if (!isShown) return null;
  return (
    <Alert role="note" color="blue" mb="lg" icon={<IconSpeakerphone aria-hidden />}>
      Those who run your campus have news for you.{' '}
      <Anchor component={Link} to={paths.dashboard} inherit c="inherit">
        Read it on your dashboard
      </Anchor>
    </Alert>
  );
}
