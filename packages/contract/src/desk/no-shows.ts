import { z } from 'zod';
import { c, success } from '../wire.js';
import { person } from './log.js';

const count = z.number().int();

/** Exchanges of the last `STRIKE_LAPSES_AFTER_DAYS` to which one student said that the other did not follow through. */
export const noShowCounts = z.object({
  /** How often. */
  noShows: count,
  /** With how many people. All accounts of a mailbox are one person. */
  people: count,
  /** Those of them that gave the other side a strike, which stands. */
  struck: count,
  /** And those whose strike an operator withdrew. */
  withdrawn: count,
});
export type NoShowCounts = z.infer<typeof noShowCounts>;

const record = noShowCounts.extend({ student: person });
export type NoShowRecord = z.infer<typeof record>;

export const noShowRoutes = c.router({
  noShows: {
    method: 'GET',
    path: '/no-shows',
    summary: 'Who says most often that others did not follow through, and of whom it is said most often',
    responses: { 200: success({ byAccuser: z.array(record), byAccused: z.array(record) }) },
  },
});
