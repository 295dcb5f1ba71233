import { z } from 'zod';
import { ADJUSTMENT_MAX, OPERATOR_SUSPENSION_DAYS_MAX } from '../constants.js';
import { creditEntry } from '../credits.js';
import { cancelledBecause, disputeAward, matchStatus, side } from '../status.js';
import {
  c,
  confirmedRoute,
  fails,
  id,
  idempotencyHeaders,
  idParam,
  limitedRoute,
  pageQuery,
  pagination,
  search,
  success,
  timestamp,
} from '../wire.js';
import { done, logLine, withReason } from './log.js';
import { deskMeal } from './meal.js';
import { noShowCounts } from './no-shows.js';
import { deskReport } from './reports.js';

export const deskStudent = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  campus: z.string(),
  credits: z.number().int(),
  isVerified: z.boolean(),
  suspendedUntil: timestamp.nullable(),
  /** The account that the suspension belongs to, if that is another account of the same mailbox. */
  suspendedThrough: id.nullable(),
  closedAt: timestamp.nullable(),
});
export type DeskStudent = z.infer<typeof deskStudent>;

const strike = z.object({
  _id: id,
  createdAt: timestamp,
  accuser: z.string(),
  matchId: id,
  /** `used`: by a suspension. `contested`: undecided, so that it suspends nobody. */
  state: z.enum(['live', 'contested', 'used', 'lapsed', 'withdrawn']),
});

/** How an exchange stands, or how it ended. */
export const exchangeState = z.object({
  status: matchStatus,
  /** By an operator, while it was accepted or after it was completed. */
  isVoided: z.boolean(),
  /** Who got the credit. `open`: undecided. Null: never disputed, or voided. */
  dispute: z.enum(['open', ...disputeAward.options]).nullable(),
  cancelledBecause: cancelledBecause.nullable(),
});
export type ExchangeState = z.infer<typeof exchangeState>;

const exchange = exchangeState.extend({
  _id: id,
  createdAt: timestamp,
  role: side,
  other: z.string(),
  ...deskMeal.shape,
  /** Where the request was posted: only operators of that campus void the exchange. */
  campus: z.string(),
});
export type DeskExchange = z.infer<typeof exchange>;

/** With the latest `PROFILE_LIST_MAX` strikes, reports and log lines. */
export const deskProfile = deskStudent.extend({
  phoneNumber: z.string(),
  createdAt: timestamp,
  held: z.number().int(),
  debt: z.number().int(),
  strikes: z.array(strike),
  /** By and about all accounts of their mailbox. */
  noShows: z.object({ reported: noShowCounts, received: noShowCounts }),
  /** By them and about them, the latest first. */
  reports: z.array(deskReport),
  log: z.array(logLine),
});
export type DeskProfile = z.infer<typeof deskProfile>;

export const studentRoutes = c.router({
  students: {
    method: 'GET',
    path: '/students',
    summary: 'Students by a part of the name, or by the whole e-mail address',
    query: z.object({ ...pageQuery, search }),
    responses: { 200: success({ students: z.array(deskStudent), pagination }) },
  },
  student: {
    method: 'GET',
    path: '/students/:id',
    summary: 'A student with balances, strikes, reports and what operators did',
    pathParams: idParam,
    responses: { 200: success({ student: deskProfile }), ...fails('NOT_FOUND') },
  },
  studentExchanges: {
    method: 'GET',
    path: '/students/:id/exchanges',
    summary: 'The exchanges of a student, the latest first',
    pathParams: idParam,
    query: z.object(pageQuery),
    responses: { 200: success({ exchanges: z.array(exchange), pagination }), ...fails('NOT_FOUND') },
  },
  studentCredits: {
    method: 'GET',
    path: '/students/:id/credits',
    summary: "Every movement of a student's credits, the latest first",
    pathParams: idParam,
    query: z.object(pageQuery),
    responses: { 200: success({ entries: z.array(creditEntry), pagination }), ...fails('NOT_FOUND') },
  },
  suspend: {
    method: 'POST',
    path: '/students/:id/suspend',
    summary: 'Suspend a student for some days from now; a suspension that ends later stays',
    metadata: limitedRoute(60),
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: withReason.extend({
      days: z
        .int('Please choose how many days')
        .min(1, 'At least one day')
        .max(OPERATOR_SUSPENSION_DAYS_MAX, `At most ${OPERATOR_SUSPENSION_DAYS_MAX} days`),
    }),
    responses: { ...done, ...fails('IDEMPOTENCY_KEY_REUSED') },
  },
  liftSuspension: {
    method: 'POST',
    path: '/students/:id/lift-suspension',
    summary: 'End a suspension now',
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('NOT_SUSPENDED') },
  },
  withdrawStrike: {
    method: 'POST',
    path: '/strikes/:id/withdraw',
    summary: 'Withdraw a strike; what it added to a suspension ends',
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
    responses: {
      ...done,
      ...fails('CONFIRMATION_REQUIRED', 'MATCH_NOT_ACTIVE', 'ALREADY_DECIDED', 'ADJUSTED_TOO_MUCH'),
    },
  },
  adjust: {
    method: 'POST',
    path: '/students/:id/adjust',
    summary: 'Give credits to a student, or take some that they have',
    metadata: confirmedRoute,
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: withReason.extend({
      amount: z
        .int('Please enter a whole number of meals')
        .min(-ADJUSTMENT_MAX, `At most ${ADJUSTMENT_MAX} meals at once`)
        .max(ADJUSTMENT_MAX, `At most ${ADJUSTMENT_MAX} meals at once`)
        .refine((amount) => amount !== 0, 'Please enter how many meals'),
    }),
    responses: {
      ...done,
      ...fails('CONFIRMATION_REQUIRED', 'INSUFFICIENT_CREDITS', 'ADJUSTED_TOO_MUCH', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
  close: {
    method: 'POST',
    path: '/students/:id/close',
    summary:
      'Close an account: refunds, releases and ends all sessions, as if its student left; it can be opened again',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'ALREADY_DECIDED') },
  },
  reopen: {
    method: 'POST',
    path: '/students/:id/reopen',
    summary: 'Open an account again that an operator closed',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'ALREADY_DECIDED') },
  },
});
