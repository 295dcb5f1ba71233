import { z } from 'zod';
import { EMAIL_MAX, NAME_MAX, NAME_MIN } from './constants.js';
import { c, fails, id, line, pageQuery, pagination, success, successMessage, timestamp } from './wire.js';

export const rolePreference = z.enum(['both', 'requester', 'fulfiller'], { error: 'Please choose a role preference' });
export type RolePreference = z.infer<typeof rolePreference>;

const EDU_ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+edu$/;
const NOT_EDU = 'Please enter a valid .edu email address';

/** A `.edu` address, trimmed and lower-cased. */
export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'Email is required', abort: true })
  .max(EMAIL_MAX, { error: NOT_EDU, abort: true })
  .regex(EDU_ADDRESS, NOT_EDU);

/** A student's name; the message for a long one differs between register and profile (spec §5). */
export const nameOf = (tooLong: string) =>
  line('Name is required').min(NAME_MIN, 'Name must be at least 2 characters').max(NAME_MAX, tooLong);

/** The student's own account. `credits` are available ones; `strikes.count` are live ones or those of the running suspension. */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  rolePreference,
  verified: z.boolean(),
  credits: z.number().int().nonnegative(),
  institution: z.string(),
  strikes: z.object({ count: z.number().int(), suspendedUntil: timestamp.nullable() }),
  createdAt: timestamp,
});
export type User = z.infer<typeof user>;

export const stats = z.object({
  requests: z.object({ active: z.number().int(), total: z.number().int() }),
  fulfillments: z.object({ total: z.number().int() }),
  totalCompleted: z.number().int(),
});
export type Stats = z.infer<typeof stats>;

export const transferKind = z.enum(['grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay']);
export type TransferKind = z.infer<typeof transferKind>;

/**
 * One movement of a student's credits. `amount` is the change of what the student can spend less what they owe, in
 * credits; `balance` is that figure after it. Only a debtor's balance is negative.
 */
export const creditEntry = z.object({
  /** The ledger's own number for the movement, in the order in which they came: no UUID, so no `_id`. */
  sequence: z.string(),
  kind: transferKind,
  amount: z.number().int(),
  balance: z.number().int(),
  createdAt: timestamp,
  request: z.object({ _id: id, mealPeriod: z.string(), mealDescription: z.string(), location: z.string() }).nullable(),
});
export type CreditEntry = z.infer<typeof creditEntry>;

export const sessionInfo = z.object({
  _id: id,
  device: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

export const deactivate = z.object({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
});
export type Deactivate = z.infer<typeof deactivate>;

export const users = c.router({
  profile: {
    method: 'GET',
    path: '/users/profile',
    summary: 'The signed-in student',
    responses: { 200: success({ data: z.object({ user }) }) },
  },
  stats: {
    method: 'GET',
    path: '/users/stats',
    summary: 'Counts for the dashboard and the profile',
    responses: { 200: success({ stats }) },
  },
  creditHistory: {
    method: 'GET',
    path: '/users/credit-history',
    summary: "Every movement of the student's credits, newest first",
    query: z.object(pageQuery),
    responses: { 200: success({ entries: z.array(creditEntry), owed: z.number().int(), pagination }) },
  },
  sessions: {
    method: 'GET',
    path: '/users/sessions',
    summary: 'Where the student is logged in',
    responses: { 200: success({ sessions: z.array(sessionInfo) }) },
  },
  endSessions: {
    method: 'DELETE',
    path: '/users/sessions',
    summary: 'Sign out everywhere',
    body: c.noBody(),
    responses: { 200: successMessage },
  },
  deactivate: {
    method: 'POST',
    path: '/users/deactivate',
    summary: 'Close the account: refunds active requests, releases accepted matches, ends all sessions',
    body: deactivate,
    responses: { 200: successMessage, ...fails('INVALID_CREDENTIALS') },
  },
});
