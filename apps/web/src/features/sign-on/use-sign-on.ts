import type { SignOnOutcome } from '@spareswipe/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { useSessionChanges } from '../../shared/session/session';
import { forgetSecretOfTab, secretOfTab } from '../../shared/session/sign-on';
import { toast } from '../../shared/ui/toast';

type NewStudent = Extract<SignOnOutcome, { next: 'profile' }>;

type SignOn =
  | { state: 'working' }
  /** The page was opened by Back, or without a sign-on. */
  | { state: 'nothing' }
  | { state: 'new'; student: NewStudent }
  | { state: 'failed'; message: string };

/**
 * Trades the code that the campus sent back, once, however often the screen renders. Leaves the page if nothing is left to do.
 * The step of a new student is in the history, for a reload. Also returns what ends the sign-on with a message.
 */
export function useSignOn() {
  const { hash, state: student } = useLocation() as { hash: string; state: NewStudent | null };
  const navigate = useNavigate();
  const session = useSessionChanges();
  const [signOn, setSignOn] = useState<SignOn>(() => {
    if (!secretOfTab()) return { state: 'nothing' };
    if (hash) return { state: 'working' };
    return student ? { state: 'new', student } : { state: 'nothing' };
  });
  const used = useRef(false);

  useEffect(() => {
    if (used.current) return;
    used.current = true;
    const code = hash.slice(1);
    // it is used: it need not stay in the address bar, the history or a screenshot
    window.history.replaceState(window.history.state, '', '/sign-on');
    const secret = secretOfTab();

    async function trade(): Promise<void> {
      const outcome = await unwrap(api.signOn.trade({ body: { code, secret } }));
      if (outcome.next === 'profile') {
        setSignOn({ state: 'new', student: outcome });
        return navigate('/sign-on', { replace: true, state: outcome });
      }
      const { returnTo } = outcome;
      forgetSecretOfTab();
      if (outcome.next === 'confirmed')
        return navigate(returnTo, { replace: true, state: { confirmed: { code: outcome.code, secret } } });
      if (outcome.next === 'logged-in') session.start(outcome.token, outcome.user);
      toast.success(outcome.next === 'linked' ? 'Your campus account is linked.' : 'Login successful!');
      return navigate(returnTo, { replace: true });
    }

    if (code && secret)
      trade().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setSignOn({ state: 'failed', message: error.message });
      });
  }, [hash, navigate, session]);

  const fail = (message: string) => {
    forgetSecretOfTab();
    setSignOn({ state: 'failed', message });
  };
  return { signOn, fail };
}
