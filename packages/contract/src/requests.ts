import { z } from 'zod';
import { DESCRIPTION_MAX, LOCATION_MAX, MEAL_DESCRIPTION_MAX, WITHIN_MINUTES_MAX } from './constants.js';
import { campusPause, mealCampus } from './campuses.js';
import { mealPeriods, urgencies } from './enums.js';
import { givenRatings } from './given-ratings.js';
import { otherStudent } from './reputation.js';
import { formDeadlineProblem } from './rules/deadline.js';
import { dispute, matchStatus, requestStatus, said } from './status.js';
import {
  blankAsAbsent,
  c,
  countTo,
  fails,
  id,
  idempotencyHeaders,
  idParam,
  limitedRoute,
  line,
  optionalLines,
  pageQuery,
  pagination,
  search,
  success,
  timestamp,
  timeZone,
} from './wire.js';

export const mealPeriod = z.enum(mealPeriods, { error: 'Meal period is required' });
export type MealPeriod = z.infer<typeof mealPeriod>;
export const urgency = z.enum(urgencies, { error: 'Please choose an urgency' });
export type Urgency = z.infer<typeof urgency>;

const LOCATION_TOO_LONG = `Store name cannot be more than ${LOCATION_MAX} characters`;

const fields = {
  mealPeriod,
  mealDescription: line('Please specify what food you want').max(
    MEAL_DESCRIPTION_MAX,
    `Food description cannot be more than ${MEAL_DESCRIPTION_MAX} characters`,
  ),
  location: line('Store is required').max(LOCATION_MAX, LOCATION_TOO_LONG),
  description: optionalLines(DESCRIPTION_MAX, `Description cannot be more than ${DESCRIPTION_MAX} characters`),
  urgency: urgency.default('medium'),
  isFlexible: z.boolean({ error: 'Please say whether the timing is flexible' }).default(true),
};

/** The body of a new request. The window of the deadline depends on the clock: `deadlineProblem`. */
export const createRequest = z.object({
  ...fields,
  deadline: z.iso.datetime({ offset: true, error: 'Date is required' }),
  /** The requester's IANA zone, for mails about meals on their campus. A name that the server does not know is ignored. */
  timeZone: timeZone.optional(),
});
export type CreateRequest = z.infer<typeof createRequest>;

/** The form of a new request, with the deadline as a local date and time (spec §5). Every validation calls `now`. */
export const createRequestForm = (now: () => Date) => {
  const deadline = z
    .object({
      date: z.string({ error: 'Date is required' }).min(1, 'Date is required'),
      time: z.string({ error: 'Time is required' }).min(1, 'Time is required'),
      isSecondTime: z.boolean().optional(),
    })
    .check(({ value, issues }) => {
      const problem = formDeadlineProblem(value.date, value.time, now(), value.isSecondTime);
      if (problem) issues.push({ code: 'custom', input: value, path: [problem.path], message: problem.message });
    });
  // an intersection, so that a bad time is reported together with the other problems, not after them
  return z.intersection(z.object(fields), deadline);
};
export type CreateRequestForm = z.input<ReturnType<typeof createRequestForm>>;

/** The part of a request that its match shows too: the meal and its status. */
export const requestedMeal = z.object({
  _id: id,
  mealPeriod,
  mealDescription: z.string(),
  location: z.string(),
  description: z.string().optional(),
  urgency,
  isFlexible: z.boolean(),
  deadline: timestamp,
  status: requestStatus,
  campus: mealCampus,
});
export type RequestedMeal = z.infer<typeof requestedMeal>;

/**
 * A request as any student sees it. Never has an e-mail address or phone number. `isOwn`: the viewer posted it.
 * `isReleased`: the viewer accepted and released it, so can't accept it again. `campusPause`: nobody may accept it now.
 */
export const mealRequest = requestedMeal.extend({
  createdAt: timestamp,
  isOwn: z.boolean(),
  isReleased: z.boolean(),
  campusPause: campusPause.nullable(),
  requester: otherStudent.extend({ institution: z.string() }),
  /** `said` and `noCountsUntil` are those of a match. */
  match: z
    .object({
      _id: id,
      status: matchStatus,
      dispute,
      said,
      noCountsUntil: timestamp,
      fulfiller: otherStudent,
      rating: givenRatings,
    })
    .nullable(),
});
export type MealRequest = z.infer<typeof mealRequest>;

const count = z.number().int();
export const requestCounts = z.object({
  all: count,
  active: count,
  matched: count,
  completed: count,
  cancelled: count,
  expired: count,
});
export type RequestCounts = z.infer<typeof requestCounts>;

export const browseQuery = z.object({
  ...pageQuery,
  mealPeriod: blankAsAbsent(mealPeriod.optional()),
  urgency: blankAsAbsent(urgency.optional()),
  search,
  campus: blankAsAbsent(z.enum(['mine'], { error: 'Please choose your own campus or all' }).optional()),
  /** Only requests of this place, in upper or lower case. */
  location: optionalLines(LOCATION_MAX, LOCATION_TOO_LONG),
  /** Only requests whose deadline is at most this many minutes ahead. */
  withinMinutes: blankAsAbsent(
    countTo(WITHIN_MINUTES_MAX, `Please ask for 1 to ${WITHIN_MINUTES_MAX} minutes ahead`).optional(),
  ),
});
export type BrowseQuery = z.infer<typeof browseQuery>;

export const myRequestsQuery = z.object({ ...pageQuery, status: blankAsAbsent(requestStatus.optional()) });
export type MyRequestsQuery = z.infer<typeof myRequestsQuery>;

export const requests = c.router({
  create: {
    method: 'POST',
    path: '/requests',
    summary: 'Post a request for one credit',
    metadata: limitedRoute(120),
    headers: idempotencyHeaders,
    body: createRequest,
    responses: {
      201: success({ request: mealRequest, creditsRemaining: z.number().int() }),
      ...fails(
        'INSUFFICIENT_CREDITS',
        'MAILBOX_OWES_MEALS',
        'ACCOUNT_SUSPENDED',
        'CAMPUS_PAUSED',
        'TOO_MANY_OPEN_REQUESTS',
        'IDEMPOTENCY_KEY_REUSED',
      ),
    },
  },
  browse: {
    method: 'GET',
    path: '/requests',
    summary: 'Active requests with a deadline ahead: own campus first, then soonest deadline',
    query: browseQuery,
    responses: {
      200: success({
        requests: z.array(mealRequest),
        pagination,
        /** More than `BROWSE_REACH` requests match; `total` stops there. */
        isTotalCapped: z.boolean().optional(),
      }),
    },
  },
  mine: {
    method: 'GET',
    path: '/requests/my',
    summary: "The student's own requests, newest first",
    query: myRequestsQuery,
    responses: { 200: success({ requests: z.array(mealRequest), pagination, counts: requestCounts }) },
  },
  places: {
    method: 'GET',
    path: '/requests/places',
    summary: "Places set by operators of the viewer's campus, then places that several students there used lately",
    responses: { 200: success({ places: z.array(z.string()) }) },
  },
  one: {
    method: 'GET',
    path: '/requests/:id',
    summary: 'An active request with a deadline ahead, or one of the student in any status',
    pathParams: idParam,
    responses: { 200: success({ request: mealRequest }), ...fails('NOT_FOUND') },
  },
  cancel: {
    method: 'DELETE',
    path: '/requests/:id',
    summary: 'Cancel an own active request; the credit returns',
    headers: idempotencyHeaders,
    pathParams: idParam,
    body: c.noBody(),
    responses: {
      200: success({ message: z.string(), creditsRemaining: z.number().int() }),
      ...fails('NOT_FOUND', 'REQUEST_NOT_ACTIVE', 'IDEMPOTENCY_KEY_REUSED'),
    },
  },
});
