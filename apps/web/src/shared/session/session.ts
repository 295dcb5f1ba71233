import { REFRESH_LISTS_SECONDS, type User } from '@spareswipe/contract';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error';
import { api, unwrap } from '../api/client';
import { toast } from '../ui/toast';
import { forgetDrafts, forgetDraftsOfOthers } from './draft';
import { onTokenChange, readToken, removeToken, storeToken } from './token';

const userKey = (token: string | null) => ['session', token];

/** The signed-in student, kept fresh so that credits and strikes are right in every corner of the screen. */
const currentUser = (token: string | null) =>
  queryOptions({
    queryKey: userKey(token),
    queryFn: async () => {
      try {
        const { user } = await unwrap(api.users.me());
        if (token === readToken()) forgetDraftsOfOthers(user._id);
        return user;
      } catch (error) {
        // The server refused the token, so it is dropped with the user (spec §4). Bad Wi-Fi alone logs nobody out.
        const refused = error instanceof ApiError && error.spoken && (error.status === 401 || error.status === 403);
        if (refused && readToken() === token) removeToken('expired');
        throw error;
      }
    },
    // not for a token that was removed since this component rendered
    enabled: () => token !== null && token === readToken(),
    refetchInterval: REFRESH_LISTS_SECONDS * 1000,
    meta: { silent: true },
  });

export interface Session {
  /** The signed-in student, or one who has just registered and is not signed in yet. */
  user: User | null;
  /** The signed-in student whose address is verified. */
  student: User | null;
  token: string | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  /** Set when the student could not be loaded for a passing reason; the token is kept. */
  unreachable: { retry: () => Promise<false> } | null;
}

/** The current session (spec §4 Session), the same for every component and in every tab. */
export function useSession(): Session {
  const token = useSyncExternalStore(onTokenChange, readToken, readToken);
  const { data, isPending, isFetched, refetch } = useQuery(currentUser(token));
  return useMemo(() => {
    const user = data ?? null;
    const isAuthenticated = token !== null && user !== null;
    const retry = async () => {
      const { error } = await refetch();
      if (error) toast.failure(error.message);
      return false as const;
    };
    // also while the next try is under way, which comes every 20 s
    const failed = token !== null && !user && isFetched;
    return {
      user,
      student: isAuthenticated && user.verified ? user : null,
      token,
      isAuthenticated,
      isLoading: token !== null && isPending && !failed,
      unreachable: failed ? { retry } : null,
    };
  }, [token, data, isPending, isFetched, refetch]);
}

/** Provided by the guard to the screens behind it, which unmount with the session and so never see it without a student. */
export const StudentContext = createContext<User | null>(null);

/** The student, for screens behind the guard. */
export function useStudent(): User {
  const student = useContext(StudentContext);
  if (!student) throw new Error('This screen is for signed-in students');
  return student;
}

/** Forgets everything loaded when another tab logs in or out, or the server ends the session. */
export const forgetOnTokenChange = (queryClient: QueryClient) =>
  onTokenChange((change) => {
    if (change === 'in another tab' && !readToken()) forgetDrafts();
    if (change === 'in another tab' || change === 'expired') queryClient.clear();
  });

/** Starts, ends and updates the session. Nothing that another student had loaded survives a change of student. */
export function useSessionChanges() {
  const queryClient = useQueryClient();
  return useMemo(() => sessionChanges(queryClient), [queryClient]);
}

const sessionChanges = (queryClient: QueryClient) => ({
  /** Log-in or e-mail verification succeeded. */
  start: (token: string, user: User) => {
    queryClient.clear();
    queryClient.setQueryData(userKey(token), user);
    forgetDraftsOfOthers(user._id);
    storeToken(token);
  },
  /** Registered: the user is known, but not logged in until the e-mail is verified. */
  registered: (user: User) => {
    removeToken();
    queryClient.clear();
    queryClient.setQueryData(userKey(null), user);
  },
  /** Log-out, or a failed log-in or registration. */
  end: () => {
    const wasLoggedIn = readToken() !== null;
    if (wasLoggedIn) forgetDrafts();
    removeToken();
    // a visitor loaded nothing of a student, and the screen keeps the ways in that it shows
    if (wasLoggedIn) queryClient.clear();
    else queryClient.removeQueries({ queryKey: userKey(null) });
  },
  /** Merges changes into the current user: an edited profile, or the credits that a response brought. */
  update: (changes: Partial<User>) => {
    queryClient.setQueryData<User>(userKey(readToken()), (user) => user && { ...user, ...changes });
  },
  /** Loads the current user again. Rejects, if asked to, when that fails. */
  refresh: (options?: { throwOnError: true }) =>
    queryClient.invalidateQueries({ queryKey: userKey(readToken()) }, options),
});
