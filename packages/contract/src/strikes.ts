import { z } from 'zod';
import { mealCampus } from './campuses.js';
import { REPORT_MAX, REPORT_MIN } from './constants.js';
import { c, fails, id, idParam, limitedRoute, requiredLines, success, timestamp } from './wire.js';

/** A strike that counts, as the struck student sees it. */
export const ownStrike = z.object({
  _id: id,
  createdAt: timestamp,
  mealDescription: z.string(),
  location: z.string(),
  deadline: timestamp,
  campus: mealCampus,
  /** Until when the student may contest it; null: not, or not any more. */
  contestableUntil: timestamp.nullable(),
  /** Null unless the student contested it. */
  contest: z.object({ contestedAt: timestamp, endsAt: timestamp, isDecided: z.boolean() }).nullable(),
});
export type OwnStrike = z.infer<typeof ownStrike>;

export const contestStrike = z.object({
  text: requiredLines(REPORT_MIN, REPORT_MAX, `Please say what happened in ${REPORT_MIN} to ${REPORT_MAX} characters`),
});
export type ContestStrike = z.infer<typeof contestStrike>;

export const strikes = c.router({
  mine: {
    method: 'GET',
    path: '/strikes/my',
    summary: "The student's strikes that count, the latest first",
    responses: { 200: success({ strikes: z.array(ownStrike) }) },
  },
  contest: {
    method: 'POST',
    path: '/strikes/:id/contest',
    summary: 'Contest a strike: it suspends nobody until it is decided',
    metadata: limitedRoute(30),
    pathParams: idParam,
    body: contestStrike,
    responses: { 200: success({ strikes: z.array(ownStrike) }), ...fails('NOT_FOUND', 'CONTEST_NOT_OPEN') },
  },
});
