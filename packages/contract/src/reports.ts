import { z } from 'zod';
import { REPORT_MAX, REPORT_MIN } from './constants.js';
import { c, fails, limitedRoute, requiredLines, successMessage } from './wire.js';

export const problemKind = z.enum(['safety', 'money', 'text', 'fake', 'other'], {
  error: 'Please choose what it is about',
});
export type ProblemKind = z.infer<typeof problemKind>;

const WHAT = 'Please choose what you report';

/** A problem with a match of the student, or with another student's request. */
export const reportProblem = z.object({
  about: z.enum(['match', 'request'], { error: WHAT }),
  id: z.uuid({ error: WHAT }),
  kind: problemKind,
  text: requiredLines(REPORT_MIN, REPORT_MAX, `Please say what happened in ${REPORT_MIN} to ${REPORT_MAX} characters`),
});
export type ReportProblem = z.infer<typeof reportProblem>;

export const reports = c.router({
  report: {
    method: 'POST',
    path: '/reports',
    summary: 'Report a problem to those who run the campus; the other side does not learn who did',
    metadata: limitedRoute(30),
    body: reportProblem,
    responses: { 200: successMessage, ...fails('NOT_FOUND', 'ALREADY_REPORTED', 'TOO_MANY_OPEN_REPORTS') },
  },
});
