import { Alert, Text } from '@mantine/core';
import type { Announcement } from '@spareswipe/contract';
import { IconSpeakerphone } from '@tabler/icons-react';
import { showDate } from '../../shared/dates';
import { useDismissAnnouncement } from './announcements.mutations';

interface Props {
  announcements: Announcement[];
  now: Date;
}

/** The operators' announcements to their campus; each is shown until the student dismisses it. */
export function Announcements({ announcements, now }: Props) {
  const dismiss = useDismissAnnouncement();
  return announcements.map(({ _id, text, createdAt }) => (
    <Alert
      key={_id}
      role="note"
      color="blue"
      icon={<IconSpeakerphone aria-hidden />}
      title="From those who run your campus"
      withCloseButton
      closeButtonLabel="Dismiss this announcement"
      onClose={() => dismiss.mutate(_id)}
    >
      <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
      <Text size="sm">{showDate(createdAt, now)}</Text>
    </Alert>
  ));
}
