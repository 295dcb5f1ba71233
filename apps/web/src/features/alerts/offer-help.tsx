import { Anchor, Button, Stack, Text } from '@mantine/core';
import { ALERTS_PER_DAY } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useStudent } from '../../shared/session/session';
import { BusyButton } from '../../shared/ui/busy-button';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { dialogs } from '../../shared/ui/dialogs';
import { dismissOffer, isDismissed } from './offer-choices';
import { InstallFirst } from './install-first';
import { pushAbility } from './push';
import { useSubscribe } from './push.mutations';
import { myDevices } from './push.queries';
import { useAlertSettings } from './use-alert-settings';

const MODAL = 'offer-help';

/** Offers alerts about other students' requests to a student who gets none, unless the student only wants to request meals. */
export function OfferHelp() {
  const { _id, rolePreference } = useStudent();
  const { settings } = useAlertSettings();
  const [isOver, setOver] = useState(() => isDismissed(_id, 'help'));
  const isOffered = !isOver && rolePreference !== 'requester' && settings && !settings.mail && !settings.push;
  // ready before the dialog opens
  useQuery({ ...myDevices, enabled: Boolean(isOffered) && pushAbility() !== 'unsupported' });
  if (!isOffered) return null;

  function open() {
    dialogs.open({
      modalId: MODAL,
      title: 'Hear of other meals',
      onClose: () => setOver(isDismissed(_id, 'help')),
      children: (
        <OfferDialog
          decline={() => {
            dismissOffer(_id, 'help');
            dialogs.close(MODAL);
          }}
        />
      ),
    });
  }

  return (
    <Button variant="subtle" onClick={open}>
      Tell me of other meals
    </Button>
  );
}

function OfferDialog({ decline }: { decline: () => void }) {
  const { settings, change } = useAlertSettings();
  const [ability, setAbility] = useState(pushAbility);
  const { data: devices } = useQuery({ ...myDevices, enabled: ability !== 'unsupported' });
  const isOn = settings?.mail || settings?.push;
  const publicKey = devices?.publicKey;
  const wayOut = useRef<HTMLButtonElement>(null);
  function turnOn(how: 'mail' | 'push') {
    // the button that was pressed goes
    wayOut.current?.focus();
    change({ [how]: true });
  }

  function status() {
    if (isOn) return settings.push ? 'This device will notify you.' : 'You will get an email.';
    return ability === 'denied' ? 'Your browser blocks notifications, but you can get an email.' : '';
  }

  return (
    <Stack gap="md">
      <Text>
        We tell you when a student on your campus needs a meal: at most {ALERTS_PER_DAY} times a day, and never in your
        quiet hours.
      </Text>
      <Text role="status" size="sm" c="dimmed">
        {status()}
      </Text>
      {publicKey && ability === 'install first' && <InstallFirst />}
      <Anchor component={Link} to={`${paths.profile}#alerts`} onClick={() => dialogs.close(MODAL)}>
        Notifications and more choices
      </Anchor>
      <DialogButtons>
        <Button ref={wayOut} variant="default" data-autofocus onClick={isOn ? () => dialogs.close(MODAL) : decline}>
          {isOn ? 'Done' : 'Not now'}
        </Button>
        {!isOn && (
          <Button variant={publicKey && ability === 'able' ? 'default' : 'filled'} onClick={() => turnOn('mail')}>
            Alert me by email
          </Button>
        )}
        {!isOn && publicKey && ability === 'able' && (
          <NotifyThisDevice
            publicKey={publicKey}
            onAnswer={(isYes) => {
              setAbility(pushAbility());
              if (isYes) turnOn('push');
            }}
          />
        )}
      </DialogButtons>
    </Stack>
  );
}

function NotifyThisDevice({ publicKey, onAnswer }: { publicKey: string; onAnswer: (isYes: boolean) => void }) {
  const { mutate, isPending } = useSubscribe(publicKey);
  return (
    <BusyButton isBusy={isPending} onClick={() => mutate(undefined, { onSuccess: onAnswer })}>
      Notify this device
    </BusyButton>
  );
}
