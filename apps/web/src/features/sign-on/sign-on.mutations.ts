import { useMutation } from '@tanstack/react-query';
import type { CompleteSignOn } from '@spareswipe/contract';
import { api, unwrap } from '../../shared/api/client';
import { useSessionChanges } from '../../shared/session/session';
import { forgetSecretOfTab, keepSecretForLink, secretForLink, secretOfTab } from '../../shared/session/sign-on';

/** The one step of a new student. */
export function useCompleteSignOn() {
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (body: Omit<CompleteSignOn, 'secret'>) =>
      unwrap(api.signOn.complete({ body: { ...body, secret: secretOfTab() } })),
    onSuccess: ({ user, token }) => {
      forgetSecretOfTab();
      if (token) session.start(token, user);
    },
    meta: { failure: 'Registration failed', handles: ['EMAIL_TAKEN', 'INVALID_TOKEN'] },
  });
}

/** Mails a link that links the campus account to the account with this address. */
export const useMailLink = () =>
  useMutation({
    mutationFn: (body: { code: string; email: string }) => {
      keepSecretForLink(); // the link may come although the response is lost
      return unwrap(api.signOn.mailLink({ body: { ...body, secret: secretOfTab() } }));
    },
    onSuccess: forgetSecretOfTab,
    meta: { failure: 'Failed to send the link', handles: ['INVALID_TOKEN'] },
  });

/** Links the campus account by the mailed link, and logs in. */
export function useFollowLink() {
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (code: string) => unwrap(api.signOn.followLink({ body: { code, secret: secretForLink() ?? '' } })),
    onSuccess: ({ user, token }) => session.start(token, user),
    meta: { success: 'Your campus account is linked.', failure: 'Failed to link your campus account' },
  });
}
