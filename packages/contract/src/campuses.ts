import { z } from 'zod';
import { c, success, timestamp } from './wire.js';

/** Posting and accepting rest. `notice` says why; without `until`, until an operator ends it. */
export const campusPause = z.object({ notice: z.string(), until: timestamp.nullable() });
export type CampusPause = z.infer<typeof campusPause>;

/** What the campus says about bringing guests into a dining hall. */
export const guestRules = z.object({ text: z.string(), url: z.string().nullable() });

/** A clock of a campus at one moment, in words ('Pacific') and by its distance from UTC; -480 for UTC-8. */
export const campusClock = z.object({ zone: z.string(), utcOffsetMinutes: z.number().int() });
export type CampusClock = z.infer<typeof campusClock>;

/** Where a meal is. `clock`: at its deadline; null until the time zone of the campus is known. */
export const mealCampus = z.object({ institution: z.string(), name: z.string(), clock: campusClock.nullable() });
export type MealCampus = z.infer<typeof mealCampus>;

export const campus = z.object({
  institution: z.string(),
  /** As its operators named it, else the known name of the university, else the institution. */
  name: z.string(),
  /** IANA name: as its operators set it, else that of its first request; null until then. */
  timeZone: z.string().nullable(),
  /** Now. */
  clock: campusClock.nullable(),
  pause: campusPause.nullable(),
  guestRules: guestRules.nullable(),
  /** Active and matched requests of one student at once; null: no limit. */
  openRequestsMax: z.number().int().nullable(),
  mealsOnSale: z.boolean(),
  /** Whether requests must name one of the places that the form suggests. */
  placesOnly: z.boolean(),
  /** Whether this installation takes payments at all. */
  paymentsOn: z.boolean(),
});
export type Campus = z.infer<typeof campus>;

export const campuses = c.router({
  mine: {
    method: 'GET',
    path: '/campuses/mine',
    summary: "The student's campus: whether it is paused, its rules for guest meals, and its limits",
    responses: { 200: success({ campus }) },
  },
});
