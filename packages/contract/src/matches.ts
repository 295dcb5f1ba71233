import { z } from 'zod';
import { MATCH_MESSAGE_MAX } from './constants.js';
import { givenRatings } from './given-ratings.js';
import { otherStudent } from './reputation.js';
import { requestedMeal } from './requests.js';
import { cancelledBecause, dispute, matchStatus, said, side } from './status.js';
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

const saidBy = z.object({ mine: z.boolean(), theirs: z.boolean() });

/**
 * A match as one of its two students sees it. `contact` is the only place on the wire with e-mail and phone of another
 * student: not null while the match is accepted, from `UNDO_ACCEPT_SECONDS` after the accept until 48 h after the deadline.
 */
export const match = z.object({
  _id: id,
  status: matchStatus,
  /** Of a cancelled one. */
  cancelledBecause: cancelledBecause.optional(),
  dispute,
  /** Who said that it happened: marked it complete, or said "It's them" or a "Yes" that the viewer may see. */
  said,
  /** Until when a "No" has an effect (`effectOfNo`). */
  noCountsUntil: timestamp,
  createdAt: timestamp,
  userRole: side,
  request: requestedMeal.extend({ requester: otherStudent }),
  fulfiller: otherStudent,
  rating: givenRatings,
  contact: z.object({ email: z.string(), phoneNumber: z.string() }).nullable(),
  /** What both sides said about meeting; not null while the match is accepted, from 30 minutes before its deadline. */
  meeting: z.object({ isHere: saidBy, isMet: saidBy }).nullable(),
});
export type Match = z.infer<typeof match>;

export const acceptRequest = z.object({
  requestId: z.uuid('Please choose a request'),
  /** Dropped: nothing keeps, shows or mails it, so that nobody's mail carries a stranger's text. */
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
        'CAMPUS_PAUSED',
        'TOO_MANY_OPEN_MATCHES',
        'MEALS_GIVEN_LIMIT',
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
  asked: {
    method: 'GET',
    path: '/matches/asked',
    summary: 'What waits for a word: "Did you get your meal?" of the requester, and disputes of either side',
    responses: { 200: success({ matches: z.array(match) }) },
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
    responses: {
      200: success({ match }),
      ...fails('NOT_FOUND', 'MATCH_NOT_ACTIVE', 'CONFIRMATION_PENDING', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
  release: {
    method: 'PUT',
    path: '/matches/:id/release',
    summary:
      "A side can't make it. The fulfiller's: the request is open again, or refunded if its deadline passed. The requester's: refunded",
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: c.noBody(),
    responses: {
      200: success({
        match,
        /** The accept was undone in time: no mail was sent and no contact seen. */
        isUndone: z.boolean(),
      }),
      ...fails('NOT_FOUND', 'MATCH_NOT_ACTIVE', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
  here: {
    method: 'PUT',
    path: '/matches/:id/here',
    summary: 'The student is at the place; the other side sees it',
    pathParams: idParam,
    body: c.noBody(),
    responses: { 200: success({ match }), ...fails('NOT_FOUND', 'MATCH_NOT_ACTIVE', 'MEETING_NOT_OPEN') },
  },
  met: {
    method: 'PUT',
    path: '/matches/:id/met',
    summary: 'The student met the other side; the match completes once both say so',
    metadata: limitedRoute(60),
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: c.noBody(),
    responses: {
      200: success({ match }),
      ...fails('NOT_FOUND', 'MATCH_NOT_ACTIVE', 'MEETING_NOT_OPEN', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
});
