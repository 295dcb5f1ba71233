import type { MealRequest, Reputation, RequestedMeal } from '@spareswipe/contract';
import { campusOf, nameOf, pauseOf, toMealCampus, type CampusRow } from '../../people/campuses/campus-columns.js';
import type { Meal } from '../../delivery/mail/mails.js';

/** What a student asked for in a request `r`, also for the download of their data. Add new fields here and to `toMeal`. */
export const mealColumns = `
  r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location, r.description, r.urgency,
  r.is_flexible AS "isFlexible", r.deadline`;

/** The columns of a request `r` with its `requester`, for every query that returns one. */
export const requestColumns = `
  r.id AS "_id", ${mealColumns}, r.status, r.created_at AS "createdAt", r.institution,
  ${campusOf('r.institution')} AS campus, r.requester_id AS "requesterId", requester.name AS "requesterName"`;

/** SQL: whether a person accepted a request and released it. The parameters are SQL: of the ids of their accounts, and of an id. */
export const isReleasedBy = (accounts: string, request: string) => `EXISTS (
  SELECT FROM matches released WHERE released.fulfiller_id = ANY (${accounts}) AND released.request_id = ${request}
     AND released.status = 'cancelled' AND released.cancelled_because IN ('released', 'left'))`;

export const campusPauseColumn = `${pauseOf('r.institution', 'now()')} AS "campusPause"`;

export interface RequestRow extends Omit<RequestedMeal, 'description' | 'deadline' | 'campus'> {
  description: string | null;
  deadline: Date;
  createdAt: Date;
  institution: string;
  campus: CampusRow;
  requesterId: string;
  requesterName: string;
  /** Lists select it, other statements don't. */
  requesterReputation?: Reputation | null;
}

/** Lists the fields, because a row may have columns that clients must not receive. */
export const toMeal = (row: RequestRow): RequestedMeal => ({
  _id: row._id,
  mealPeriod: row.mealPeriod,
  mealDescription: row.mealDescription,
  location: row.location,
  description: row.description ?? undefined,
  urgency: row.urgency,
  isFlexible: row.isFlexible,
  deadline: row.deadline.toISOString(),
  status: row.status,
  campus: toMealCampus(row.institution, row.campus, row.deadline),
});

export const toMailedMeal = (row: RequestRow): Omit<RequestedMeal, 'campus'> & Meal => ({
  ...toMeal(row),
  campus: {
    institution: row.institution,
    name: nameOf(row.institution, row.campus),
    timeZone: row.campus?.timeZone ?? null,
  },
});

export const requesterOf = (row: RequestRow) => ({
  name: row.requesterName,
  reputation: row.requesterReputation ?? undefined,
});

/** Columns that only some statements select. */
type ForViewer = Partial<Pick<MealRequest, 'isReleased' | 'campusPause' | 'match'>>;

export const toRequest = (
  row: RequestRow,
  viewerId: string,
  { isReleased = false, campusPause = null, match = null }: ForViewer = {},
): MealRequest => ({
  ...toMeal(row),
  createdAt: row.createdAt.toISOString(),
  isOwn: row.requesterId === viewerId,
  isReleased,
  campusPause,
  requester: { ...requesterOf(row), institution: row.institution },
  match,
});
