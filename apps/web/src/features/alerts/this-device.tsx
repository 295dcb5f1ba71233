import { Alert, Group, Stack, Text } from '@mantine/core';
import type { PushDevice } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDate } from '../../shared/dates';
import { BusyButton } from '../../shared/ui/busy-button';
import { Loaded } from '../../shared/ui/loaded';
import { useNow } from '../../shared/use-now';
import { InstallFirst } from './install-first';
import { pushAbility, thisDevice } from './push';
import { useRemoveDevice, useSubscribe, useUnsubscribe } from './push.mutations';
import { myDevices } from './push.queries';

/** Notifications on this device: on or off, or why not. Asks for permission only after a press. */
export function ThisDevice({ onTurnedOn }: { onTurnedOn?: () => void }) {
  const devices = useQuery(myDevices);
  return (
    <Loaded query={devices} skeleton={null}>
      {({ publicKey, devices: list }) => (
        <Stack gap="md">
          {publicKey ? <Switch publicKey={publicKey} devices={list} onTurnedOn={onTurnedOn} /> : <NotSetUp />}
          <OtherDevices devices={list} />
        </Stack>
      )}
    </Loaded>
  );
}

const NotSetUp = () => <Text>Notifications are not set up here. You still get mails.</Text>;

interface Props {
  publicKey: string;
  devices: PushDevice[];
  onTurnedOn?: () => void;
}

function Switch({ publicKey, devices, onTurnedOn }: Props) {
  const [ability, setAbility] = useState(pushAbility);
  const subscribe = useSubscribe(publicKey);
  const unsubscribe = useUnsubscribe();
  const { data: device, isPending } = useThisDevice(devices);
  if (ability === 'unsupported') return <Text>This browser cannot show notifications. You still get mails.</Text>;
  if (ability === 'install first') return <InstallFirst />;
  if (ability === 'denied') return <Denied role={subscribe.isSuccess ? 'alert' : 'note'} />;

  const turnOn = () =>
    subscribe.mutate(undefined, {
      onSuccess: (isOn) => isOn && onTurnedOn?.(),
      onSettled: () => setAbility(pushAbility()),
    });
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600}>Notifications on this device</Text>
        <Text size="sm" c="dimmed" role="status">
          {device ? 'On: you hear of your requests and promises at once.' : 'Off'}
        </Text>
      </div>
      {device ? (
        <BusyButton variant="default" isBusy={unsubscribe.isPending} onClick={() => unsubscribe.mutate(device)}>
          Turn off
        </BusyButton>
      ) : (
        <BusyButton isBusy={subscribe.isPending || isPending} onClick={turnOn}>
          Turn on
        </BusyButton>
      )}
    </Group>
  );
}

/** An alert right after the press that it answers, else a note, which interrupts nobody. */
function Denied({ role }: { role: 'alert' | 'note' }) {
  return (
    <Alert title="Your browser blocks notifications" color="yellow" role={role}>
      <Text size="sm">
        You said no when it asked. To change that, open the settings of this site (the icon beside the address), allow
        notifications, and load this page again.
      </Text>
    </Alert>
  );
}

function OtherDevices({ devices }: { devices: PushDevice[] }) {
  const { data: device } = useThisDevice(devices);
  const now = useNow();
  const remove = useRemoveDevice();
  const others = devices.filter(({ _id }) => _id !== device?._id);
  if (!others.length) return null;
  return (
    <div>
      <Text fw={600} mb="xs">
        Also on
      </Text>
      <Stack component="ul" gap="md">
        {others.map(({ _id, name, createdAt }) => (
          <Group component="li" key={_id} justify="space-between" gap="xs">
            <div>
              <Text>{name}</Text>
              <Text size="sm" c="dimmed">
                Since {showDate(createdAt, now)}
              </Text>
            </div>
            <BusyButton
              variant="default"
              size="sm"
              aria-label={`Remove ${name}`}
              isBusy={remove.isPending && remove.variables === _id}
              onClick={() => remove.mutate(_id)}
            >
              Remove
            </BusyButton>
          </Group>
        ))}
      </Stack>
    </div>
  );
}

const useThisDevice = (devices: PushDevice[]) =>
  useQuery({
    queryKey: ['devices', 'this', devices],
    queryFn: () => thisDevice(devices),
    meta: { silent: true },
  });
