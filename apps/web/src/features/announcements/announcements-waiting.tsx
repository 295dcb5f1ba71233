import { Alert, Anchor } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useStudent } from '../../shared/session/session';

/**
 * On a screen other than the dashboard: announcements wait there. The account says so, which is known before the screen shows;
 * one that comes later shows on the next screen, so that nothing moves on this one.
 */
export function AnnouncementsWaiting() {
  const { hasUnreadAnnouncements } = useStudent();
  const [isShown] = useState(hasUnreadAnnouncements);
  if (!isShown) return null;
  return (
    <Alert role="note" color="blue" mb="lg" icon={<IconSpeakerphone aria-hidden />}>
      Those who run your campus have news for you.{' '}
      <Anchor component={Link} to={paths.dashboard} inherit c="inherit" underline="always">
        Read it on your dashboard
      </Anchor>
    </Alert>
  );
}
