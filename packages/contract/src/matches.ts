import { z } from 'zod';
import { MATCH_MESSAGE_MAX } from './constants.js';
import { givenRatings } from './given-ratings.js';
import { requestedMeal } from './requests.js';
import { dispute, matchStatus, side } from './status.js';
import {
  blankAsAbsent,
  c,
  fails,
  id,
  idempotencyHeaders,
  idParam,
  limitedRoute,
  optionalLines,
  pageQuery,
  pagination,
  success,
  timestamp,
} from './wire.js';

/** A match as one of its two students sees it. Never has an e-mail address or phone number: those go by mail. */
export const match = z.object({
  _id: id,
  status: matchStatus,
  dispute,
  createdAt: timestamp,
  userRole: side,
  request: requestedMeal.extend({ requester: z.object({ name: z.string() }) }),
  fulfiller: z.object({ name: z.string() }),
  rating: givenRatings,
});
export type Match = z.infer<typeof match>;

export const acceptRequest = z.object({
  requestId: z.uuid('Please choose a request'),
  message: optionalLines(MATCH_MESSAGE_MAX, `Message cannot be more than ${MATCH_MESSAGE_MAX} characters`),
});
export type AcceptRequest = z.infer<typeof acceptRequest>;

const count = z.number().int();
export const matchCounts = z.object({ all: count, accepted: count, completed: count });
export type MatchCounts = z.infer<typeof matchCounts>;

export const myMatchesQuery = z.object({ ...pageQuery, status: blankAsAbsent(matchStatus.optional()) });
export type MyMatchesQuery = z.infer<typeof myMatchesQuery>;

export const matches = c.router({
  accept: {
    method: 'POST',
    path: '/matches',
    summary: 'Accept a request; both sides get the contact details by mail',
    metadata: limitedRoute(120),
    headers: idempotencyHeaders,
    body: acceptRequest,
    responses: {
      201: success({ match }),
      ...fails(
        'NOT_FOUND',
        'OWN_REQUEST',
        'ACCOUNT_SUSPENDED',
        'TOO_MANY_OPEN_MATCHES',
        'REQUEST_NOT_AVAILABLE',
        'IDEMPOTENCY_KEY_REUSED',
      ),
    },
  },
  mine: {
    method: 'GET',
    path: '/matches/my',
    summary: "The student's matches on either side, newest first",
    query: myMatchesQuery,
    responses: { 200: success({ matches: z.array(match), pagination, counts: matchCounts }) },
  },
  one: {
    method: 'GET',
    path: '/matches/:id',
    summary: 'One match of the student',
    pathParams: idParam,
    responses: { 200: success({ match }), ...fails('NOT_FOUND') },
  },
  complete: {
    method: 'PUT',
    path: '/matches/:id/complete',
    summary: 'Mark an accepted match complete; the fulfiller earns the credit',
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: c.noBody(),
    responses: { 200: success({ match }), ...fails('NOT_FOUND', 'MATCH_NOT_ACTIVE', 'IDEMPOTENCY_KEY_REUSED') },
  },
  release: {
    method: 'PUT',
    path: '/matches/:id/release',
    summary: "The fulfiller can't make it: the request is open again, or refunded if its deadline passed",
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: c.noBody(),
    responses: { 200: success({ match }), ...fails('NOT_FOUND', 'MATCH_NOT_ACTIVE', 'IDEMPOTENCY_KEY_REUSED') },
  },
});
