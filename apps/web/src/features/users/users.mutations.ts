import type { UpdateProfile } from '@spareswipe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { useSessionChanges } from '../../shared/session/session';
import { myProfile } from './users.queries';

/** Saves name and role preference. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (body: UpdateProfile) => unwrap(api.users.updateProfile({ body })),
    onSuccess: ({ user }) => {
      session.update(user);
      queryClient.setQueryData(myProfile.queryKey, user);
    },
    meta: { success: 'Profile updated successfully!', failure: 'Failed to update profile', ownWords: true },
  });
}
