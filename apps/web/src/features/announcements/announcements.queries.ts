import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** The campus's announcements that this student has not dismissed. */
export const unreadAnnouncements = queryOptions({
  queryKey: ['announcements', 'unread'],
  queryFn: async ({ signal }) => (await unwrap(api.announcements.unread({ fetchOptions: { signal } }))).announcements,
  staleTime: 60_000,
  // not while the student reads: it would move everything below it
  refetchOnWindowFocus: 'always',
  // the screen is useful without them
  meta: { silent: true },
});
