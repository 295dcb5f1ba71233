import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** Switches alert mails off by the link in a mail, without a log-in. */
export const useUnsubscribe = (token: string) =>
  useMutation({
    mutationFn: () => unwrap(api.alerts.unsubscribe({ params: { token: encodeURIComponent(token) } })),
    meta: { failure: 'Failed to unsubscribe' },
  });
