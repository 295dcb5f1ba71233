import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { ActionButton } from '../../shared/ui/action-button';

const WAYS = { push: 'your devices', mail: 'your mailbox' };

/** Sends a test to each device that is on, and by mail if that is on, and says where to look for it. */
export function SendTest({ isOff }: { isOff: boolean }) {
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => unwrap(api.alerts.test()),
    meta: { failure: 'Failed to send a test' },
  });
  return (
    <div>
      <ActionButton variant="default" disabled={isOff} isPending={isPending} onClick={() => mutate()}>
        Send me a test
      </ActionButton>
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
