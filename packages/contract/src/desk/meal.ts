import { z } from 'zod';
import { campusClock } from '../campuses.js';
import { id, timestamp } from '../wire.js';

/** `clock`: of the campus at the deadline; null until its time zone is known. */
export const mealTime = z.object({ deadline: timestamp, clock: campusClock.nullable() });
export type MealTime = z.infer<typeof mealTime>;

/** Which meal something is about. */
export const deskMeal = mealTime.extend({ requestId: id, mealDescription: z.string(), location: z.string() });
export type DeskMeal = z.infer<typeof deskMeal>;
