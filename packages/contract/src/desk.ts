import { z } from 'zod';
import { newPassword } from './auth.js';
import { campusPause, guestRules } from './campuses.js';
import {
  ADJUSTMENT_MAX,
  GUEST_RULES_MAX,
  OPERATOR_REASON_MAX,
  OPERATOR_REASON_MIN,
  OPERATOR_SUSPENSION_DAYS_MAX,
  PAUSE_NOTICE_MAX,
  SEARCH_MAX,
} from './constants.js';
import { disputeAward, matchStatus, side } from './status.js';
import {
  c,
  commonFailures,
  confirmedRoute,
  fails,
  id,
  idParam,
  operatorRoute,
  optionalLines,
  pageQuery,
  pagination,
  publicRoute,
  requiredLines,
  success,
  successMessage,
  timestamp,
} from './wire.js';

/** Routes of the desk, where operators run their campus. A contract of its own, so that students don't download it. */

const email = z.string().trim().toLowerCase().pipe(z.email('Please enter an email address').max(254));
const password = z.string({ error: 'Password is required' }).min(1, 'Password is required').max(128);
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

export const operatorLogin = z.object({ email, password, code });
export type OperatorLogin = z.infer<typeof operatorLogin>;

export const acceptInvitation = z.object({ token: z.string(), password: newPassword, code });
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

const operators = c.router({
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
      200: success({ operator, token: z.string(), recoveryCodes: z.array(z.string()) }),
      ...fails('INVALID_TOKEN', 'INVALID_CREDENTIALS'),
    },
  },
  login: {
    method: 'POST',
    path: '/operators/login',
    summary: 'Log in with password and second factor, for 12 hours',
    metadata: publicRoute,
    body: operatorLogin,
    responses: { 200: success({ operator, token: z.string() }), ...fails('INVALID_CREDENTIALS') },
  },
  me: {
    method: 'GET',
    path: '/operators/me',
    summary: 'The signed-in operator',
    metadata: operatorRoute,
    responses: { 200: success({ operator }) },
  },
  confirm: {
    method: 'POST',
    path: '/operators/confirm',
    summary: 'A fresh code, which for 10 minutes allows to move credits and to close accounts',
    metadata: operatorRoute,
    body: z.object({ code }),
    responses: { 200: successMessage, ...fails('INVALID_CREDENTIALS') },
  },
  logout: {
    method: 'POST',
    path: '/operators/logout',
    summary: 'End this session',
    metadata: operatorRoute,
    body: c.noBody(),
    responses: { 200: successMessage },
  },
});

const reason = requiredLines(
  OPERATOR_REASON_MIN,
  OPERATOR_REASON_MAX,
  `The reason must have ${OPERATOR_REASON_MIN} to ${OPERATOR_REASON_MAX} characters`,
);
const withReason = z.object({ reason });
export type WithReason = z.infer<typeof withReason>;

export const campusSettings = z.object({ pause: campusPause.nullable(), guestRules: guestRules.nullable() });
export type CampusSettings = z.infer<typeof campusSettings>;

const NOTICE = `The notice must have 10 to ${PAUSE_NOTICE_MAX} characters`;
const RULES = `The rules must have 1 to ${GUEST_RULES_MAX} characters`;
export const changeCampus = withReason.extend({
  pause: z.object({ notice: requiredLines(10, PAUSE_NOTICE_MAX, NOTICE), until: timestamp.nullable() }).nullable(),
  guestRules: z
    .object({
      text: requiredLines(1, GUEST_RULES_MAX, RULES),
      url: z
        .url({ protocol: /^https$/, error: 'The link must begin with https://' })
        .max(300)
        .nullable(),
    })
    .nullable(),
});
export type ChangeCampus = z.infer<typeof changeCampus>;

/** A line of the log: who did what to whom, and why. Nobody changes or deletes one. */
export const logLine = z.object({
  _id: id,
  createdAt: timestamp,
  operator: z.string(),
  action: z.string(),
  campus: z.string().nullable(),
  student: z.object({ _id: id, name: z.string() }).nullable(),
  matchId: id.nullable(),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type LogLine = z.infer<typeof logLine>;

export const deskStudent = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  campus: z.string(),
  credits: z.number().int(),
  isVerified: z.boolean(),
  suspendedUntil: timestamp.nullable(),
  closedAt: timestamp.nullable(),
});
export type DeskStudent = z.infer<typeof deskStudent>;

const strike = z.object({
  _id: id,
  createdAt: timestamp,
  accuser: z.string(),
  matchId: id,
  /** `used`: by a suspension. */
  state: z.enum(['live', 'used', 'lapsed', 'withdrawn']),
});

const exchange = z.object({
  _id: id,
  createdAt: timestamp,
  status: matchStatus,
  role: side,
  other: z.string(),
  mealDescription: z.string(),
  location: z.string(),
  deadline: timestamp,
  isDisputed: z.boolean(),
});

export const deskProfile = deskStudent.extend({
  phoneNumber: z.string(),
  createdAt: timestamp,
  held: z.number().int(),
  debt: z.number().int(),
  strikes: z.array(strike),
  exchanges: z.array(exchange),
  log: z.array(logLine),
});
export type DeskProfile = z.infer<typeof deskProfile>;

const disputeSide = z.object({
  _id: id,
  name: z.string(),
  followedThrough: z.boolean().nullable(),
  disputes: z.number().int(),
});
export const deskDispute = z.object({
  matchId: id,
  openedAt: timestamp,
  endsAt: timestamp,
  completedBy: z.enum(['requester', 'fulfiller', 'system']),
  mealDescription: z.string(),
  location: z.string(),
  requester: disputeSide,
  fulfiller: disputeSide,
});
export type DeskDispute = z.infer<typeof deskDispute>;

/** Every action returns a sentence for a toast. */
const done = { 200: successMessage, ...fails('NOT_FOUND') };

const desk = c.router({
  campuses: {
    method: 'GET',
    path: '/campuses',
    summary: 'The campuses of the operator, with their settings',
    metadata: operatorRoute,
    responses: {
      200: success({
        campuses: z.array(campusSettings.extend({ institution: z.string(), students: z.number().int() })),
      }),
    },
  },
  changeCampus: {
    method: 'PUT',
    path: '/campuses/:id',
    summary: 'Pause or open a campus, and change its rules for guest meals',
    metadata: operatorRoute,
    pathParams: idParam,
    body: changeCampus,
    responses: done,
  },
  students: {
    method: 'GET',
    path: '/students',
    summary: 'Students by name or e-mail',
    metadata: operatorRoute,
    query: z.object({ ...pageQuery, search: optionalLines(SEARCH_MAX, 'Please search for something shorter') }),
    responses: { 200: success({ students: z.array(deskStudent), pagination }) },
  },
  student: {
    method: 'GET',
    path: '/students/:id',
    summary: 'A student with credits, strikes, exchanges and what operators did',
    metadata: operatorRoute,
    pathParams: idParam,
    responses: { 200: success({ student: deskProfile }), ...fails('NOT_FOUND') },
  },
  suspend: {
    method: 'POST',
    path: '/students/:id/suspend',
    summary: 'Suspend a student for some days from now',
    metadata: operatorRoute,
    pathParams: idParam,
    body: withReason.extend({
      days: z
        .int('Please choose how many days')
        .min(1, 'At least one day')
        .max(OPERATOR_SUSPENSION_DAYS_MAX, `At most ${OPERATOR_SUSPENSION_DAYS_MAX} days`),
    }),
    responses: done,
  },
  liftSuspension: {
    method: 'POST',
    path: '/students/:id/lift-suspension',
    summary: 'End a suspension now',
    metadata: operatorRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('NOT_SUSPENDED') },
  },
  withdrawStrike: {
    method: 'POST',
    path: '/strikes/:id/withdraw',
    summary: 'Withdraw a strike; a suspension that it caused ends',
    metadata: operatorRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('ALREADY_DECIDED') },
  },
  voidExchange: {
    method: 'POST',
    path: '/matches/:id/void',
    summary: 'Void an exchange: the credit returns to the requester',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'MATCH_NOT_ACTIVE', 'ALREADY_DECIDED') },
  },
  adjust: {
    method: 'POST',
    path: '/students/:id/adjust',
    summary: 'Give credits to a student, or take some that they have',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason.extend({
      amount: z
        .int('Please enter a whole number of meals')
        .min(-ADJUSTMENT_MAX, `At most ${ADJUSTMENT_MAX} meals at once`)
        .max(ADJUSTMENT_MAX, `At most ${ADJUSTMENT_MAX} meals at once`)
        .refine((amount) => amount !== 0, 'Please enter how many meals'),
    }),
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'INSUFFICIENT_CREDITS', 'ADJUSTED_TOO_MUCH') },
  },
  close: {
    method: 'POST',
    path: '/students/:id/close',
    summary:
      'Close an account: refunds, releases and ends all sessions, as if its student left; it can be opened again',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED') },
  },
  reopen: {
    method: 'POST',
    path: '/students/:id/reopen',
    summary: 'Open an account again that an operator closed',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED') },
  },
  disputes: {
    method: 'GET',
    path: '/disputes',
    summary: 'Undecided disputes, the oldest first',
    metadata: operatorRoute,
    responses: { 200: success({ disputes: z.array(deskDispute) }) },
  },
  decide: {
    method: 'POST',
    path: '/disputes/:id/decide',
    summary: 'Decide a dispute; the side that does not get the credit gets a strike',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason.extend({ awardedTo: disputeAward }),
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'ALREADY_DECIDED') },
  },
  log: {
    method: 'GET',
    path: '/log',
    summary: 'What operators did, the latest first',
    metadata: operatorRoute,
    query: z.object(pageQuery),
    responses: { 200: success({ lines: z.array(logLine), pagination }) },
  },
});

export const deskContract = c.router(
  { operators, desk },
  { pathPrefix: '/api/desk', strictStatusCodes: true, commonResponses: commonFailures },
);
