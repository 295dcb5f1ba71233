import { Anchor, Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ALERTS_PER_DAY } from '@spareswipe/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { useStudent } from '../../shared/session/session';
import { DialogButtons } from '../../shared/ui/dialog-buttons';
import { dismissOffer, isDismissed } from './offer-choices';
import { useAlertSettings } from './use-alert-settings';

const MODAL = 'offer-help';

/** Offers to hear of meals that others need, to a student who hears of none. Who only wants to ask is not asked to help. */
export function OfferHelp() {
  const { _id, rolePreference } = useStudent();
  const { settings } = useAlertSettings();
  const [isOver, setOver] = useState(() => isDismissed(_id, 'help'));
  if (isOver || rolePreference === 'requester' || !settings || settings.mail || settings.push) return null;

  function open() {
    modals.open({
      modalId: MODAL,
      title: 'Hear of other meals',
      onClose: () => setOver(isDismissed(_id, 'help')),
      children: (
        <OfferDialog
          decline={() => {
            dismissOffer(_id, 'help');
            modals.close(MODAL);
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
  const { settings, saving, change } = useAlertSettings();
  const isOn = settings?.mail && saving !== 'failed';
  return (
    <Stack gap="md">
      <Text>
        We tell you when a student on your campus needs a meal: at most {ALERTS_PER_DAY} times a day, and never in your
        quiet hours.
      </Text>
      <Text role="status" size="sm" c="dimmed">
        {isOn ? (saving === 'waiting' ? 'We cannot reach SpareSwipe. We keep trying.' : 'You will get an email.') : ''}
      </Text>
      <Anchor component={Link} to={`${paths.profile}#alerts`} onClick={() => modals.close(MODAL)}>
        Notifications and more choices
      </Anchor>
      <DialogButtons>
        <Button variant="default" onClick={isOn ? () => modals.close(MODAL) : decline}>
          {isOn ? 'Done' : 'Not now'}
        </Button>
        {!isOn && <Button onClick={() => change({ mail: true })}>Alert me by email</Button>}
      </DialogButtons>
    </Stack>
  );
}
