import { z } from 'zod';
import { COMMENT_MAX, REPORT_MAX, REPORT_MIN, SCORE_MAX, SCORE_MIN } from './constants.js';
import { match } from './matches.js';
import { c, fails, idempotencyHeaders, idParam, optionalLines, requiredLines, success, wholeNumber } from './wire.js';

const CHOOSE_SCORE = `Please choose a rating from ${SCORE_MIN} to ${SCORE_MAX}`;

/** A rating of the other side. `score` counts, and is required, only when they followed through. */
export const rateMatch = z
  .object({
    score: wholeNumber(SCORE_MIN, SCORE_MAX, CHOOSE_SCORE).nullish(),
    comment: optionalLines(COMMENT_MAX, `Comment cannot be more than ${COMMENT_MAX} characters`),
    followedThrough: z.boolean({ error: 'Please say whether they followed through' }),
  })
  .refine(({ score, followedThrough }) => !followedThrough || typeof score === 'number', {
    path: ['score'],
    error: CHOOSE_SCORE,
  });
export type RateMatch = z.infer<typeof rateMatch>;

/** Why a student reports the comment that the other side wrote about them. */
export const reportComment = z.object({
  text: requiredLines(REPORT_MIN, REPORT_MAX, `Please say why in ${REPORT_MIN} to ${REPORT_MAX} characters`),
});
export type ReportComment = z.infer<typeof reportComment>;

export const ratings = c.router({
  rate: {
    method: 'POST',
    path: '/matches/:id/rate',
    summary: 'Rate the other side, once; a "No" may end the exchange or open a dispute',
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: rateMatch,
    responses: {
      200: success({ match }),
      ...fails('NOT_FOUND', 'ALREADY_RATED', 'MATCH_NOT_ACTIVE', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
  concede: {
    method: 'PUT',
    path: '/matches/:id/concede',
    summary: 'End a dispute for the other side; nobody gets a strike',
    pathParams: idParam,
    body: c.noBody(),
    responses: { 200: success({ match }), ...fails('NOT_FOUND', 'NOT_DISPUTED') },
  },
  report: {
    method: 'POST',
    path: '/matches/:id/report',
    summary: "Report the other side's comment and hide it; a second report changes nothing",
    pathParams: idParam,
    body: reportComment,
    responses: { 200: success({ match }), ...fails('NOT_FOUND') },
  },
});
