import { z } from 'zod';
import { c, success, timestamp } from './wire.js';

/** Posting and accepting rest. `notice` says why; without `until`, until an operator ends it. */
export const campusPause = z.object({ notice: z.string(), until: timestamp.nullable() });
export type CampusPause = z.infer<typeof campusPause>;

/** What the campus says about bringing guests into a dining hall. */
export const guestRules = z.object({ text: z.string(), url: z.string().nullable() });

export const campus = z.object({
  institution: z.string(),
  pause: campusPause.nullable(),
  guestRules: guestRules.nullable(),
  /** Active and matched requests of one student at once; null: no limit. */
  openRequestsMax: z.number().int().nullable(),
  mealsOnSale: z.boolean(),
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
