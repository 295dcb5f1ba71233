import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useSessionChanges } from '../../shared/session/session';
import { focusPage } from '../../shared/ui/use-focus-kept';
import { unreadAnnouncements } from './announcements.queries';

/** Stops showing an announcement to the student, on all their devices. */
export function useDismissAnnouncement() {
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
