import { z } from 'zod';
import { device, newPasswordOf } from '../auth.js';
import {
  OPERATOR_CONFIRMED_MINUTES,
  OPERATOR_PASSWORD_MIN,
  OPERATOR_SESSION_HOURS,
  PASSWORD_MAX,
} from '../constants.js';
import { address } from '../users.js';
import { c, fails, id, publicRoute, success, successMessage } from '../wire.js';

const email = address('Please enter an email address');
const password = z.string({ error: 'Password is required' }).min(1, 'Password is required').max(PASSWORD_MAX);
const code = z
  .string({ error: 'Code is required' })
  .trim()
  .toLowerCase()
  .min(1, 'Code is required')
  .max(40, 'Please enter the code of your authenticator, or a recovery code')
  .describe('Six digits of the authenticator app, or a recovery code');

export const operator = z.object({
  _id: id,
  email: z.string(),
  /** Null: all campuses. */
  campus: z.string().nullable(),
});
export type Operator = z.infer<typeof operator>;

/** `device`: to send with the next log-in from this browser. */
const loggedIn = { operator, token: z.string(), device: z.string().optional() };

export const operatorLogin = z.object({ email, password, code, device });
export type OperatorLogin = z.infer<typeof operatorLogin>;

export const acceptInvitation = z.object({
  token: z.string(),
  password: newPasswordOf(OPERATOR_PASSWORD_MIN),
  code: code.regex(/^\d{6}$/, 'Please enter the six digits of your authenticator').describe('Of the authenticator app'),
});
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

export const operators = c.router({
  invitation: {
    method: 'POST',
    path: '/operators/invitation',
    summary: 'What an invitation is for, and the secret for the authenticator app',
    metadata: publicRoute,
    body: z.object({ token: z.string() }),
    responses: {
      200: success({ email: z.string(), campus: z.string().nullable(), secret: z.string(), uri: z.string() }),
      ...fails('INVALID_TOKEN'),
    },
  },
  accept: {
    method: 'POST',
    path: '/operators/accept',
    summary: 'Accept an invitation with a new password and a first code; logs in',
    metadata: publicRoute,
    body: acceptInvitation,
    responses: {
      200: success({ ...loggedIn, recoveryCodes: z.array(z.string()) }),
      ...fails('INVALID_TOKEN', 'INVALID_CREDENTIALS'),
    },
  },
  login: {
    method: 'POST',
    path: '/operators/login',
    summary: `Log in with password and second factor, for ${OPERATOR_SESSION_HOURS} hours`,
    metadata: publicRoute,
    body: operatorLogin,
    responses: { 200: success(loggedIn), ...fails('INVALID_CREDENTIALS') },
  },
  me: {
    method: 'GET',
    path: '/operators/me',
    summary: 'The signed-in operator',
    responses: { 200: success({ operator }) },
  },
  confirm: {
    method: 'POST',
    path: '/operators/confirm',
    summary: `Enter a fresh code, which allows moving credits and closing accounts for ${OPERATOR_CONFIRMED_MINUTES} minutes`,
    body: z.object({ code }),
    responses: { 200: successMessage, ...fails('INVALID_CREDENTIALS') },
  },
  logout: {
    method: 'POST',
    path: '/operators/logout',
    summary: 'End this session',
    body: c.noBody(),
    responses: { 200: successMessage },
  },
});
