import { z } from 'zod';
import { requestStatus } from '../status.js';
import {
  blankAsAbsent,
  c,
  confirmedRoute,
  fails,
  id,
  idParam,
  pageQuery,
  pagination,
  search,
  success,
  timestamp,
} from '../wire.js';
import { done, person, withReason } from './log.js';
import { mealTime } from './meal.js';
import { exchangeState } from './students.js';

const deskRequest = z.object({
  _id: id,
  createdAt: timestamp,
  status: requestStatus,
  mealDescription: z.string(),
  location: z.string(),
  description: z.string().nullable(),
  ...mealTime.shape,
  campus: z.string(),
  requester: person,
  /** The latest; null: nobody has accepted it yet. */
  match: exchangeState.extend({ _id: id, fulfiller: person }).nullable(),
});
export type DeskRequest = z.infer<typeof deskRequest>;

export const requestRoutes = c.router({
  requests: {
    method: 'GET',
    path: '/requests',
    summary: 'Requests and their matches, the latest first; by a part of the meal, the place or the name of a student',
    query: z.object({
      ...pageQuery,
      search,
      status: blankAsAbsent(requestStatus.optional()),
      /** Only this one. */
      id: blankAsAbsent(z.uuid('There is no such request').optional()),
    }),
    responses: { 200: success({ requests: z.array(deskRequest), pagination }) },
  },
  removeRequest: {
    method: 'POST',
    path: '/requests/:id/remove',
    summary: 'Take an open request down: nobody can accept it any more, and the credit returns to the requester',
    metadata: confirmedRoute,
    pathParams: idParam,
    body: withReason,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'REQUEST_NOT_ACTIVE') },
  },
});
