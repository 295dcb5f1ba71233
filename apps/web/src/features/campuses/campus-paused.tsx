import { Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { Notice } from '../../shared/ui/notice';
import type { Pause } from './use-pause';

/** Says why the campus is paused, until when, and what still works. */
export const CampusPaused = ({ pause }: { pause: Pause | null }) => (
  <Notice
    title={pause ? `Your campus is paused${pause.until ? ` until ${pause.until}` : ''}` : undefined}
    color="yellow"
    icon={<IconPlayerPause aria-hidden />}
  >
    <Text inherit dir="auto" mb="xs" style={{ whiteSpace: 'pre-line' }}>
      {pause?.notice}
    </Text>
    Nobody can create or accept requests here for now. You can still see, complete, release, cancel and rate what you
    have.
  </Notice>
);
