import { Alert, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { Pause } from './use-pause';

/** Says why the campus is paused, until when, and what still works. */
export function CampusPaused({ pause: { notice, until } }: { pause: Pause }) {
  return (
    <Alert
      role="status"
      color="yellow"
      mb="lg"
      icon={<IconPlayerPause aria-hidden />}
      title={`Your campus is paused${until ? ` until ${until}` : ''}`}
    >
      <Text inherit dir="auto" mb="xs" style={{ whiteSpace: 'pre-line' }}>
        {notice}
      </Text>
      Nobody can create or accept requests here for now. You can still see, complete, release, cancel and rate what you
      have.
    </Alert>
  );
}
