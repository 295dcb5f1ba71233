import { announcementRoutes } from './desk/announcements.js';
import { campusRoutes } from './desk/campuses.js';
import { disputeRoutes } from './desk/disputes.js';
import { logRoutes } from './desk/log.js';
import { noShowRoutes } from './desk/no-shows.js';
import { operators } from './desk/operators.js';
import { reportRoutes } from './desk/reports.js';
import { requestRoutes } from './desk/requests.js';
import { studentRoutes } from './desk/students.js';
import { todayRoutes } from './desk/today.js';
import { c, commonFailures, operatorRoute } from './wire.js';

export type * from './desk/announcements.js';
export { RELINK_DAYS_MAX, SIGN_ON_NOTICE_DAYS } from './desk/campuses.js';
export type * from './desk/campuses.js';
export type * from './desk/disputes.js';
export type * from './desk/log.js';
export type * from './desk/meal.js';
export type * from './desk/no-shows.js';
export type * from './desk/operators.js';
export type * from './desk/reports.js';
export type * from './desk/requests.js';
export type * from './desk/students.js';
export type * from './desk/today.js';

const desk = c.router({
  ...todayRoutes,
  ...reportRoutes,
  ...noShowRoutes,
  ...disputeRoutes,
  ...requestRoutes,
  ...studentRoutes,
  ...campusRoutes,
  ...announcementRoutes,
  ...logRoutes,
});

/**
 * Routes of the desk, where operators run their campus, and which are for operators unless they say otherwise. A separate
 * contract, so that students don't download it.
 */
export const deskContract = c.router(
  { operators, desk },
  { pathPrefix: '/api/desk', strictStatusCodes: true, commonResponses: commonFailures, metadata: operatorRoute },
);
