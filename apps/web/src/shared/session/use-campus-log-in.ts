import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { leaveForCampus } from './sign-on';

interface Start {
  provider: string;
  returnTo: string;
  /** For a student who is logged in: to link the campus account, or to confirm who they are. */
  purpose?: 'link' | 'confirm';
}

/** Goes to the campus, to log in or register without a `purpose`. */
export const useCampusLogIn = () =>
  useMutation({
    mutationFn: ({ purpose, ...body }: Start) =>
      unwrap(purpose ? api.signOn.startSignedIn({ body: { ...body, purpose } }) : api.signOn.start({ body })),
    onSuccess: leaveForCampus,
    meta: { failure: 'Failed to open your campus log-in' },
  });
