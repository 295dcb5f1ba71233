import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import classes from '../features/auth/auth.module.css';
import { api, unwrap } from '../shared/api/client';
import { CardArt } from '../shared/art/card-art';
import { PlatesArt } from '../shared/art/plates-art';
import { paths } from '../shared/paths';
import { useMailedLink } from '../shared/session/mailed-link';
import { BusyButton } from '../shared/ui/busy-button';

/** Where the last link of an alert's mail leads. A press unsubscribes: mail scanners open links, too. */
export function UnsubscribePage() {
  const token = useMailedLink('/unsubscribe');
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => unwrap(api.alerts.unsubscribe({ params: { token: encodeURIComponent(token) } })),
    meta: { failure: 'Failed to unsubscribe' },
  });
  if (isSuccess)
    return (
      <AuthScreen
        key="done"
        isNewView
        art={<PlatesArt />}
        title="You are unsubscribed"
        lead="You will not get alerts by email any longer."
      >
        <Text mt="sm" mb="md">
          Emails about your own requests and matches still come, and so do notifications on devices where you switched
          them on.
        </Text>
        <div className={classes.actions}>
          <Button component={Link} to={paths.profile} variant="default">
            Change your alerts
          </Button>
        </div>
      </AuthScreen>
    );
  return (
    <AuthScreen
      art={<CardArt />}
      title="No more alerts by email?"
      lead="You will no longer hear by email of meals that others need. Nothing else changes."
    >
      <div className={classes.actions}>
        <BusyButton isBusy={isPending} onClick={() => mutate()}>
          Unsubscribe
        </BusyButton>
      </div>
    </AuthScreen>
  );
}
