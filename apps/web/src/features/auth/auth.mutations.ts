import type { EmailOnly, Login, Register, ResetPassword } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, unwrap } from '../../shared/api/client';
import { paths } from '../../shared/paths';
import { forgetResetAddress, keepResetAddress } from '../../shared/session/reset-address';
import { useSessionChanges } from '../../shared/session/session';
import { toast } from '../../shared/ui/toast';

const DEVICE = 'device';
/** Proves at the next log-in that the student has used this browser before, so that wrong guesses of others don't delay it. */
const readDevice = () => localStorage.getItem(DEVICE) ?? undefined;
export function keepDevice(device: string | undefined) {
  if (device) localStorage.setItem(DEVICE, device);
}

/** Logs in. A failure ends the session that was here before (spec §4). */
export function useLogin() {
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (body: Login) => unwrap(api.auth.login({ body: { ...body, device: readDevice() } })),
    meta: { success: 'Login successful!', failure: 'Login failed', handles: ['EMAIL_NOT_VERIFIED'], login: true },
    onSuccess: ({ token, user, device }) => {
      keepDevice(device);
      session.start(token, user);
    },
    onError: session.end,
  });
}

/** Registers; the student is not logged in until the address is verified. */
export function useRegister() {
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (body: Register) => unwrap(api.auth.register({ body })),
    meta: { failure: 'Registration failed' },
    onSuccess: ({ user, message }) => {
      session.registered(user);
      toast.success(message);
    },
    onError: session.end,
  });
}

/** Sends the verification mail again. */
export const useResendVerification = () =>
  useMutation({
    mutationFn: (body: EmailOnly) => unwrap(api.auth.resendVerification({ body })),
    meta: {
      success: 'Verification email sent! Please check your inbox.',
      failure: 'Failed to resend verification email',
    },
  });

/** Mails a link to choose a new password. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: EmailOnly) => unwrap(api.auth.forgotPassword({ body })),
    onSuccess: (_sent, { email }) => keepResetAddress(email),
    meta: { failure: 'Failed to send the reset link' },
  });

/** Sets a new password with a mailed link. Every session ends, so the next step is to log in. */
export function useResetPassword() {
  const navigate = useNavigate();
  const session = useSessionChanges();
  return useMutation({
    mutationFn: (body: ResetPassword) => unwrap(api.auth.resetPassword({ body })),
    meta: {
      // without an answer it may have been saved, and the link works only once
      failure: 'We got no answer. Your new password may be saved: try to log in with it.',
      handles: ['INVALID_TOKEN'],
    },
    onSuccess: ({ message, device }) => {
      keepDevice(device);
      session.end();
      forgetResetAddress();
      toast.success(message);
      void navigate(paths.login, { replace: true });
    },
  });
}
