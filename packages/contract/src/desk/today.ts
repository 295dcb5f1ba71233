import { z } from 'zod';
import { c, success } from '../wire.js';

/** What happened in one day or week of the campus, on its own clocks. */
const period = z.object({
  /** Its first day. */
  from: z.iso.date(),
  posted: z.number().int(),
  /** Those of them that somebody accepted. */
  matched: z.number().int(),
  noShows: z.number().int(),
});
export type Period = z.infer<typeof period>;

const count = z.number().int();

export const today = z.object({
  openRequests: count,
  /** The median minutes until a match, for requests of the last `DESK_COUNTS_DAYS` that were matched. Null: none was. */
  minutesToMatch: z.number().nullable(),
  /** Exchanges of the last `DESK_COUNTS_DAYS` to which somebody said "No", and no operator found otherwise. */
  noShows: count,
  waiting: z.object({ reports: count, contests: count, disputes: count }),
  /** The last `DESK_PLOT_DAYS` and `DESK_PLOT_WEEKS`, the oldest first. */
  days: z.array(period),
  weeks: z.array(period),
});
export type Today = z.infer<typeof today>;

export const todayRoutes = c.router({
  today: {
    method: 'GET',
    path: '/today',
    summary: 'How the campus does: open requests, time to match, no-shows, and what waits for an operator',
    responses: { 200: success({ today }) },
  },
});
