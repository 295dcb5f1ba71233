import { RESEND_COOLDOWN_SECONDS, RESEND_COUNTDOWN_SECONDS } from '@spareswipe/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { useNow } from '../../shared/use-now';
import { useResendVerification } from './auth.mutations';

const waitFor = (seconds: number) => ({ seconds, ends: Date.now() + seconds * 1000 });

/**
 * Sends the verification mail again: by itself when the countdown ends, where there is one, or by hand. After each send
 * a cooldown blocks the next one (spec §4 Account); `wasJustSent` begins with it.
 */
export function useResend(email: string, { countsDown = true, wasJustSent = false } = {}) {
  const [countdown, setCountdown] = useState(() => (countsDown ? waitFor(RESEND_COUNTDOWN_SECONDS) : null));
  const [cooldown, setCooldown] = useState(() => waitFor(wasJustSent ? RESEND_COOLDOWN_SECONDS : 0));
  const now = useNow(1).getTime();

  const { mutate, isPending } = useResendVerification();
  function send() {
    setCountdown(null);
    mutate(
      { email },
      {
        onSuccess: () => setCooldown(waitFor(RESEND_COOLDOWN_SECONDS)),
        onError: (error) => {
          const wait = error instanceof ApiError ? error.extra.retryAfterSeconds : undefined;
          if (wait) setCooldown(waitFor(wait));
        },
      },
    );
  }
  const sendByItself = useEffectEvent(send);

  useEffect(() => {
    if (!countdown) return;
    const timer = setTimeout(sendByItself, countdown.ends - Date.now());
    return () => clearTimeout(timer);
  }, [countdown]);

  // `now` may be a second old
  const left = ({ seconds, ends }: typeof cooldown) => Math.min(seconds, Math.max(0, Math.ceil((ends - now) / 1000)));
  return {
    send,
    isSending: isPending,
    /** Until the mail goes out by itself; null when none will. */
    countdownSeconds: countdown && left(countdown),
    /** Until another one may be sent; 0 when it may. */
    cooldownSeconds: left(cooldown),
  };
}
