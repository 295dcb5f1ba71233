import { z } from 'zod';
import { problemKind } from '../reports.js';
import { c, fails, id, idParam, pageQuery, pagination, success, timestamp } from '../wire.js';
import { done, person, withReason } from './log.js';
import { deskMeal } from './meal.js';

export const deskReport = z.object({
  _id: id,
  createdAt: timestamp,
  /** `comment`: the one that the reported student wrote with their rating. */
  kind: z.enum([...problemKind.options, 'comment']),
  text: z.string(),
  comment: z.string().nullable(),
  reporter: person,
  reported: person,
  /** Where the meal was posted: the campus of one of the two. */
  campus: z.string(),
  ...deskMeal.shape,
  /** Null: a request that nobody accepted when it was reported. */
  matchId: id.nullable(),
  /** Null: open. */
  answeredAt: timestamp.nullable(),
  /** The address of the operator who answered: the operators of both campuses see a visitor's report. */
  answeredBy: z.string().nullable(),
  answer: z.string().nullable(),
});
export type DeskReport = z.infer<typeof deskReport>;

export const deskContest = z.object({
  strikeId: id,
  student: person,
  accuser: person,
  campus: z.string(),
  ...deskMeal.shape,
  struckAt: timestamp,
  contestedAt: timestamp,
  endsAt: timestamp,
  text: z.string(),
  /** Of the accuser's rating. */
  comment: z.string().nullable(),
});
export type DeskContest = z.infer<typeof deskContest>;

export const reportRoutes = c.router({
  reports: {
    method: 'GET',
    path: '/reports',
    summary:
      'Reports of students: open ones about safety and then the oldest first, answered ones with the latest first',
    query: z.object({ ...pageQuery, state: z.enum(['open', 'answered'], { error: 'There is no such state' }) }),
    responses: { 200: success({ reports: z.array(deskReport), pagination }) },
  },
  answerReport: {
    method: 'POST',
    path: '/reports/:id/answer',
    summary: 'Answer a report: only the student who reported gets the mail',
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('ALREADY_DECIDED') },
  },
  contests: {
    method: 'GET',
    path: '/contests',
    summary: 'Undecided contested strikes, the oldest first',
    query: z.object(pageQuery),
    responses: { 200: success({ contests: z.array(deskContest), pagination }) },
  },
  upholdStrike: {
    method: 'POST',
    path: '/strikes/:id/uphold',
    summary: 'Let a contested strike stand: it counts from then on, and may suspend again',
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('ALREADY_DECIDED') },
  },
});
