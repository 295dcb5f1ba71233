import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useStudent } from '../../shared/session/session';
import { dismissOffer, isDismissed } from './offer-choices';
import { mayAskForPush, pushAbility } from './push';
import { useSubscribe } from './push.mutations';
import { myDevices } from './push.queries';

/**
 * After posting: offers notifications on this device to a student whose browser has never been asked. `usePrepareOfferNews`
 * on the screen before has loaded what it needs, so the offer is there at once or not at all, and moves nothing.
 */
export function OfferNews() {
  const { _id } = useStudent();
  const state = useLocation().state as { isPosted?: boolean } | null;
  const queryClient = useQueryClient();
  const [publicKey, setPublicKey] = useState(() =>
    state?.isPosted && mayAskForPush() && !isDismissed(_id, 'news')
      ? queryClient.getQueryData(myDevices.queryKey)?.publicKey
      : null,
  );
  if (!publicKey) return null;

  function decline() {
    dismissOffer(_id, 'news');
    setPublicKey(null);
  }
  return <Offer publicKey={publicKey} decline={decline} close={() => setPublicKey(null)} />;
}

interface Props {
  publicKey: string;
  decline: () => void;
  close: () => void;
}

function Offer({ publicKey, decline, close }: Props) {
  const { mutate, isPending, data: isOn } = useSubscribe(publicKey);
  const isDecided = isOn === true || pushAbility() === 'denied';
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-label="Notifications">
      <Group justify="space-between" gap="sm">
        <Text role="status" maw="36rem">
          {isOn
            ? 'This device tells you at once when someone accepts.'
            : isDecided
              ? 'Your browser blocks notifications. We tell you by email when someone accepts.'
              : 'We can notify this device as soon as someone accepts, even while SpareSwipe is closed.'}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button px="sm" fz="sm" flex="1 1 auto" loading={isPending} onClick={isDecided ? close : () => mutate()}>
            {isDecided ? 'Done' : 'Tell me when someone accepts'}
          </Button>
          {!isDecided && (
            <Button px="sm" fz="sm" flex="1 1 auto" variant="subtle" onClick={decline}>
              Not now
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}
