import { z } from 'zod';
import { DEVICE_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, RESEND_COOLDOWN_SECONDS } from './constants.js';
import { email, nameOf, phoneNumber, rolePreference, user } from './users.js';
import { c, fails, publicRoute, success, successMessage } from './wire.js';

const passwordText = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required', abort: true })
  .max(PASSWORD_MAX, { error: `Password cannot be more than ${PASSWORD_MAX} characters`, abort: true });

export const newPasswordOf = (min: number) =>
  passwordText
    .min(min, { error: `Password must be at least ${min} characters`, abort: true })
    .regex(
      /^(?=[\s\S]*[A-Z])(?=[\s\S]*[a-z])(?=[\s\S]*\d)/,
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    )
    .describe(`At least ${min} characters, with an uppercase letter, a lowercase letter and a digit`);

/** A new password, at register or reset (spec §5). */
export const newPassword = newPasswordOf(PASSWORD_MIN);

/** The token from an earlier log-in, or from a mailed link, in this browser. With it, wrong passwords count separately from those of the network. */
export const device = z
  .string({ error: 'Device must be text' })
  .max(DEVICE_MAX, { error: `Device cannot be more than ${DEVICE_MAX} characters` })
  .optional();

export const login = z.object({ email, password: passwordText, device });
export type Login = z.infer<typeof login>;

export const register = z.object({
  name: nameOf(`Name cannot be more than ${NAME_MAX} characters`),
  email,
  phoneNumber,
  password: newPassword,
  rolePreference: rolePreference.default('both'),
});
export type Register = z.infer<typeof register>;

export const emailOnly = z.object({ email });
export type EmailOnly = z.infer<typeof emailOnly>;

export const resetPassword = z.object({
  token: z.string({ error: 'The password reset link is invalid or has expired.' }),
  password: newPassword,
});
export type ResetPassword = z.infer<typeof resetPassword>;

const token = z.string();
/** For the next log-in from this browser. */
const newDevice = z.string().optional();

export const auth = c.router({
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account; mails a link that verifies this registration',
    metadata: publicRoute,
    body: register,
    responses: {
      201: success({ user, message: z.string() }),
      ...fails('EMAIL_TAKEN', 'CAMPUS_ELSEWHERE', 'SIGN_ON_REQUIRED'),
    },
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in',
    metadata: publicRoute,
    body: login,
    responses: {
      200: success({ user, token, device: newDevice }),
      ...fails(
        'INVALID_CREDENTIALS',
        'EMAIL_NOT_VERIFIED',
        'ACCOUNT_DEACTIVATED',
        'CAMPUS_ELSEWHERE',
        'SIGN_ON_REQUIRED',
      ),
    },
  },
  verifyEmail: {
    method: 'GET',
    path: '/auth/verify-email/:token',
    summary: 'Verify an e-mail. The first use logs in; later ones succeed without a token',
    metadata: publicRoute,
    pathParams: z.object({ token: z.string() }),
    responses: {
      200: success({
        user: user.optional(),
        token: token.optional(),
        device: newDevice,
        /** Only at the first use: how many starting meals were given; 0 if this mailbox had some before. */
        startingMeals: z.number().int().optional(),
        /** Whose registration it was: the name, and the last digits of the phone number. */
        verifiedFor: z.object({ name: z.string(), phoneEnd: z.string() }).optional(),
        message: z.string(),
      }),
      ...fails('INVALID_TOKEN', 'IDENTITY_TAKEN', 'SIGN_ON_REQUIRED'),
    },
  },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    summary: `Mail a new verification link, at most once in ${RESEND_COOLDOWN_SECONDS} s per address`,
    metadata: publicRoute,
    body: emailOnly,
    responses: { 200: successMessage },
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Mail a link to choose a new password',
    metadata: publicRoute,
    body: emailOnly,
    responses: { 200: successMessage },
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Choose a new password; ends all sessions',
    metadata: publicRoute,
    body: resetPassword,
    responses: { 200: success({ message: z.string(), device: newDevice }), ...fails('INVALID_TOKEN') },
  },
});
