import { RESEND_COOLDOWN_SECONDS, RESEND_COUNTDOWN_SECONDS } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { useNow } from '../../shared/use-now';

const inSeconds = (seconds: number) => Date.now() + seconds * 1000;

/**
 * Sends the verification mail again: by itself when the countdown ends, or earlier by hand. After each send a cooldown
 * blocks the next one (spec §4 Account).
 */
export function useResend(email: string) {
  const [sendsAt, setSendsAt] = useState<number | null>(() => inSeconds(RESEND_COUNTDOWN_SECONDS));
  const [blockedUntil, setBlockedUntil] = useState(0);
  const now = useNow(1).getTime();

  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.auth.resendVerification({ body: { email } })),
    meta: {
      success: 'Verification email sent! Please check your inbox.',
      failure: 'Failed to resend verification email',
    },
    onMutate: () => setSendsAt(null),
    onSuccess: () => setBlockedUntil(inSeconds(RESEND_COOLDOWN_SECONDS)),
    onError: (error) => {
      const wait = error instanceof ApiError ? error.extra.retryAfterSeconds : undefined;
      if (wait) setBlockedUntil(inSeconds(wait));
    },
  });

  useEffect(() => {
    if (sendsAt === null) return;
    const timer = setTimeout(() => mutate(), sendsAt - Date.now());
    return () => clearTimeout(timer);
  }, [sendsAt, mutate]);

  const secondsUntil = (instant: number) => Math.max(0, Math.ceil((instant - now) / 1000));
  return {
    send: () => mutate(),
    isSending: isPending,
    /** Until the mail goes out by itself; null once one was sent. */
    countdownSeconds: sendsAt === null ? null : secondsUntil(sendsAt),
    /** Until another one may be sent; 0 when it may. */
    cooldownSeconds: secondsUntil(blockedUntil),
  };
}
