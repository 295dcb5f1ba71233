import { Alert, Text } from '@mantine/core';
import type { Announcement } from '@spareswipe/contract';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { showDate } from '../../shared/dates';
import { useSessionChanges } from '../../shared/session/session';
import { focusPage } from '../../shared/ui/use-focus-kept';
import { unreadAnnouncements } from './announcements.queries';

/** Stops showing an announcement to the student, on all their devices. */
function useDismissAnnouncement() {
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.announcements.read({ params: { id } })),
    onSuccess: (_done, id) => {
      queryClient.setQueryData(unreadAnnouncements.queryKey, (shown) => shown?.filter(({ _id }) => _id !== id));
      // others may wait
      void session.refresh();
      focusPage();
    },
    meta: { failure: 'Failed to dismiss this announcement' },
  });
}

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
