import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { unreadAnnouncements } from './announcements.queries';

/** Stops showing an announcement to the student, on all their devices. */
export function useDismissAnnouncement() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.announcements.read({ params: { id } })),
    onSuccess: (_done, id) => {
      queryClient.setQueryData(unreadAnnouncements.queryKey, (shown) => shown?.filter(({ _id }) => _id !== id));
      document.querySelector('main')?.focus({ preventScroll: true });
    },
    meta: { failure: 'Failed to dismiss this announcement' },
  });
}
