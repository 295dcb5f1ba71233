import { Button, Text } from '@mantine/core';
import type { AlertSettings } from '@spareswipe/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { myDevices } from './push.queries';

const WAYS = { push: 'your devices', mail: 'your mailbox' };

/** Sends a test to each device that is on, and by mail if that is on, and says where to look for it. */
export function SendTest({ settings: { push, mail } }: { settings: AlertSettings }) {
  const { data: on } = useQuery(myDevices);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => unwrap(api.alerts.test()),
    meta: { failure: 'Failed to send a test' },
  });
  const isOff = !mail && !(on ? on.devices.length : push);
  return (
    <div>
      <Button variant="default" disabled={isOff} loading={isPending} onClick={() => mutate()}>
        Send me a test
      </Button>
      <Text role="status" size="sm" c="dimmed" mt="xs">
        {isOff
          ? 'Switch on notifications or email first.'
          : data &&
            (data.sent.length
              ? `Sent to ${data.sent.map((way) => WAYS[way]).join(' and ')}.`
              : 'No device to send it to.')}
      </Text>
    </div>
  );
}
