import { z } from 'zod';
import { OPERATOR_REASON_MAX, OPERATOR_REASON_MIN } from '../constants.js';
import { c, fails, id, pageQuery, pagination, requiredLines, success, successMessage, timestamp } from '../wire.js';

const reason = requiredLines(
  OPERATOR_REASON_MIN,
  OPERATOR_REASON_MAX,
  `Please write ${OPERATOR_REASON_MIN} to ${OPERATOR_REASON_MAX} characters`,
);
export const withReason = z.object({ reason });
export type WithReason = z.infer<typeof withReason>;

/** Every action returns a sentence for a toast. */
export const done = { 200: successMessage, ...fails('NOT_FOUND') };

export const person = z.object({ _id: id, name: z.string() });

/** The request that an action was about, and its match if somebody had accepted it. */
export const loggedExchange = z.object({
  requestId: id,
  matchId: id.nullable(),
  mealDescription: z.string(),
  requester: person,
  fulfiller: person.nullable(),
});

/** A line of the log: who did what to whom, and why; or whose contact they read. Nobody changes or deletes one. */
export const logLine = z.object({
  _id: id,
  createdAt: timestamp,
  operator: z.string(),
  action: z.string(),
  campus: z.string().nullable(),
  /** Null: an action about both sides of an exchange, or about no student. */
  student: person.nullable(),
  exchange: loggedExchange.nullable(),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type LogLine = z.infer<typeof logLine>;

export const logRoutes = c.router({
  log: {
    method: 'GET',
    path: '/log',
    summary: 'What operators did, and whose contacts they read, the latest first; both, or one of them',
    query: z.object({
      ...pageQuery,
      of: z.enum(['actions', 'contacts'], { error: 'There is no such part of the log' }).optional(),
    }),
    responses: { 200: success({ lines: z.array(logLine), pagination }) },
  },
});
