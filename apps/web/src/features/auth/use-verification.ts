import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { useSessionChanges } from '../../shared/session/session';
import { toast } from '../../shared/ui/toast';
import { keepDevice } from './auth.mutations';

/** Whose registration it was: a name, and the last digits of a phone number. */
export interface VerifiedFor {
  name: string;
  phoneEnd: string;
}

export type Verification =
  | { state: 'verifying' }
  /** Logged in by this very link, with the starting meals that it brought, or verified before and asked to log in. */
  | { state: 'verified'; isLoggedIn: boolean; startingMeals?: number; verifiedFor?: VerifiedFor }
  /** `retry` where the link may still be good. */
  | { state: 'failed'; message: string; retry?: () => void };

/** Uses a verification link once, however often the screen renders (spec §2 Verification page). */
export function useVerification(token: string | undefined): Verification {
  const session = useSessionChanges();
  const [verification, setVerification] = useState<Verification>(
    token ? { state: 'verifying' } : { state: 'failed', message: 'Invalid verification link' },
  );
  const used = useRef<string | null>(null);

  useEffect(() => {
    if (!token || used.current === token) return;
    used.current = token;

    async function verify(link: string) {
      setVerification({ state: 'verifying' });
      try {
        const params = { token: encodeURIComponent(link) };
        const response = await unwrap(api.auth.verifyEmail({ params }));
        const { token: bearer, user, device, startingMeals, verifiedFor } = response;
        keepDevice(device);
        if (bearer && user) session.start(bearer, user);
        // the link is spent: it need not stay in the address bar, the history or a screenshot
        window.history.replaceState(window.history.state, '', '/verify-email');
        toast.success('Email verified successfully!');
        setVerification({ state: 'verified', isLoggedIn: Boolean(bearer && user), startingMeals, verifiedFor });
      } catch (error) {
        setVerification(
          error instanceof ApiError && error.spoken
            ? { state: 'failed', message: error.message || 'The verification link is invalid or has expired.' }
            : { state: 'failed', message: 'Something went wrong during verification', retry: () => void verify(link) },
        );
      }
    }
    void verify(token);
  }, [token, session]);

  return verification;
}
