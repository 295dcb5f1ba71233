import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useStudent } from '../../shared/session/session';
import { BusyButton } from '../../shared/ui/busy-button';
import { dialogs } from '../../shared/ui/dialogs';
import { dismissOffer, isDismissed } from './offer-choices';
import { InstallFirst } from './install-first';
import { mayOfferPush, pushAbility, type PushAbility } from './push';
import { useSubscribe } from './push.mutations';
import { myDevices } from './push.queries';

/**
 * After posting: offers notifications on this device to a student whose browser has never asked for permission, or shows on
 * an iPhone how to get them. The screen before has loaded the data (`usePrepareOfferNews`), so the offer is there at once or
 * not at all, and nothing moves.
 */
export function OfferNews() {
  const { _id } = useStudent();
  const state = useLocation().state as { isPosted?: boolean } | null;
  const queryClient = useQueryClient();
  const [publicKey, setPublicKey] = useState(() =>
    state?.isPosted && mayOfferPush() && !isDismissed(_id, 'news')
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
  const { mutate, isPending, data: isOn = false } = useSubscribe(publicKey);
  const ability = pushAbility();
  const isDecided = isOn || ability === 'denied';
  const { text, button } = wordsOf(isOn, ability);

  function press() {
    if (isDecided) close();
    else if (ability === 'install first')
      dialogs.open({ title: 'Notifications on this device', children: <InstallFirst /> });
    else mutate();
  }
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-label="Notifications">
      <Group justify="space-between" gap="sm">
        <Text role="status" maw="36rem">
          {text}
        </Text>
        <Group gap="xs" justify="flex-end">
          <BusyButton px="sm" fz="sm" flex="1 1 auto" isBusy={isPending} onClick={press}>
            {button}
          </BusyButton>
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

function wordsOf(isOn: boolean, ability: PushAbility) {
  if (isOn) return { text: 'This device tells you at once when someone accepts.', button: 'Done' };
  if (ability === 'denied')
    return { text: 'Your browser blocks notifications. We tell you by email when someone accepts.', button: 'Done' };
  const text = 'We can notify this device as soon as someone accepts';
  return ability === 'install first'
    ? { text: `${text}, once SpareSwipe is on its home screen.`, button: 'Show me how' }
    : { text: `${text}, even while SpareSwipe is closed.`, button: 'Tell me when someone accepts' };
}
