import { z } from 'zod';
import { reputation } from './reputation.js';
import { signOnProof } from './sign-on.js';
import { c, fails, limitedRoute, publicRoute, success, successMessage, timestamp } from './wire.js';

export const stats = z.object({
  requests: z.object({ active: z.number().int(), total: z.number().int() }),
  fulfillments: z.object({ total: z.number().int() }),
  totalCompleted: z.number().int(),
  /** The student's own reputation, as others see it; absent below `REPUTATION_MIN_RATINGS`. */
  reputation: reputation.optional(),
  /** Exchanges of the student's campus that were completed in the last 7 days; `CAMPUS_WEEK_REACH` means that or more. */
  campus: z.object({ mealsThisWeek: z.number().int() }).optional(),
});
export type Stats = z.infer<typeof stats>;

export const deactivate = z.object({
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
});
export type Deactivate = z.infer<typeof deactivate>;

export const notMe = z.object({ token: z.string({ error: 'This link is invalid or has expired.' }) });
export type NotMe = z.infer<typeof notMe>;

/** Everything of one kind that is kept about a student: each record has the same fields. `title` is for people. */
const personalRecords = z.object({ title: z.string(), records: z.array(z.record(z.string(), z.unknown())) });
/** By the name of the kind. */
export const personalData = z.object({ madeAt: timestamp, parts: z.record(z.string(), personalRecords) });
export type PersonalData = z.infer<typeof personalData>;

export const account = c.router({
  stats: {
    method: 'GET',
    path: '/users/stats',
    summary: 'Counts for the dashboard and the profile',
    responses: { 200: success({ stats }) },
  },
  download: {
    method: 'GET',
    path: '/users/data',
    summary: 'Everything kept about the student, to take along',
    metadata: limitedRoute(20),
    responses: { 200: success({ data: personalData }) },
  },
  deactivate: {
    method: 'POST',
    path: '/users/deactivate',
    summary: 'Close the account: refunds active requests, releases accepted matches, ends all sessions',
    body: deactivate,
    responses: { 200: successMessage, ...fails('INVALID_CREDENTIALS') },
  },
  deactivateSignedOn: {
    method: 'POST',
    path: '/users/deactivate-signed-on',
    summary: 'The same for a student without a password, after a fresh sign-on (startSignedIn to confirm)',
    body: signOnProof,
    responses: { 200: successMessage, ...fails('INVALID_TOKEN') },
  },
  notMeAccount: {
    method: 'POST',
    path: '/auth/not-me/account',
    summary: 'Whose open account the link of the mail about a new account would close',
    metadata: publicRoute,
    body: notMe,
    responses: {
      /** With the last digits of the phone number. */
      200: success({ account: z.object({ name: z.string(), email: z.string(), phoneEnd: z.string() }) }),
      ...fails('INVALID_TOKEN'),
    },
  },
  notMe: {
    method: 'POST',
    path: '/auth/not-me',
    summary: 'With the link of the mail about a new account: close it, end its sessions, free the address',
    metadata: publicRoute,
    body: notMe,
    responses: { 200: successMessage, ...fails('INVALID_TOKEN') },
  },
});
