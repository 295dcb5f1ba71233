import { RESEND_COOLDOWN_SECONDS, RESEND_COUNTDOWN_SECONDS } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { useNow } from '../../shared/use-now';

const waitFor = (seconds: number) => ({ seconds, ends: Date.now() + seconds * 1000 });

/**
 * Sends the verification mail again: by itself when the countdown ends, where there is one, or by hand. After each send
 * a cooldown blocks the next one (spec §4 Account).
 */
export function useResend(email: string, { countsDown = true } = {}) {
  const [countdown, setCountdown] = useState(() => (countsDown ? waitFor(RESEND_COUNTDOWN_SECONDS) : null));
  const [cooldown, setCooldown] = useState({ seconds: 0, ends: 0 });
  const now = useNow(1).getTime();

  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.auth.resendVerification({ body: { email } })),
    meta: {
      success: 'Verification email sent! Please check your inbox.',
      failure: 'Failed to resend verification email',
    },
    onMutate: () => setCountdown(null),
    onSuccess: () => setCooldown(waitFor(RESEND_COOLDOWN_SECONDS)),
    onError: (error) => {
      const wait = error instanceof ApiError ? error.extra.retryAfterSeconds : undefined;
      if (wait) setCooldown(waitFor(wait));
    },
  });

  useEffect(() => {
    if (!countdown) return;
    const timer = setTimeout(() => mutate(), countdown.ends - Date.now());
    return () => clearTimeout(timer);
  }, [countdown, mutate]);

  // `now` may be a second old
  const left = ({ seconds, ends }: typeof cooldown) => Math.min(seconds, Math.max(0, Math.ceil((ends - now) / 1000)));
  return {
    send: () => mutate(),
    isSending: isPending,
    /** Until the mail goes out by itself; null when none will. */
    countdownSeconds: countdown && left(countdown),
    /** Until another one may be sent; 0 when it may. */
    cooldownSeconds: left(cooldown),
  };
}
