import { clockOf } from '@spareswipe/contract';
import type { MealTime } from '@spareswipe/contract/desk';
import { campusOf } from '../../people/campuses/campus-columns.js';
import { isoTime } from '../../platform/database/iso-time.js';

/** When the meal of a request `r` is due, on a screen of operators. `withClock` completes the row. */
export const mealTimeColumns = `
  ${isoTime('r.deadline')} AS deadline, ${campusOf('r.institution')}->>'timeZone' AS "timeZone"`;

/** Which meal the request `r` is, on a screen of operators. `withClock` completes the row. */
export const deskMealColumns = `
  r.id AS "requestId", r.meal_description AS "mealDescription", r.location, ${mealTimeColumns}`;

type Row = Pick<MealTime, 'deadline'> & { timeZone: string | null };

/** What a query with these columns returns, for a body of the contract. */
export type WithTimeZone<Body extends MealTime> = Omit<Body, 'clock'> & Row;

export const withClock = <Found extends Row>({ timeZone, ...row }: Found) => ({
  ...row,
  clock: clockOf(timeZone, new Date(row.deadline)),
});
