import type { Match, Side } from '@spareswipe/contract';

const STORED_AS = 'next meal';
const KEPT_HOURS = 12;

/** Only what two students need to meet. */
export interface Appointment extends Pick<Match['request'], 'location' | 'campus' | 'deadline' | 'mealDescription'> {
  matchId: string;
  userRole: Side;
  /** The names of the student and of the other one. */
  me: string;
  other: string;
  phoneNumber: string | undefined;
}

interface Kept extends Appointment {
  /** When the server last said so. */
  asOf: string;
}

/** Keeps the student's next meal on this device, for a start without a network; undefined: there is none. */
export function keepMeal(meal: Appointment | undefined) {
  if (!meal) return forgetMeal();
  localStorage.setItem(STORED_AS, JSON.stringify({ ...meal, asOf: new Date().toISOString() } satisfies Kept));
}

/** The next meal as it was in the last 12 hours. */
export function keptMeal(): Kept | undefined {
  const stored = localStorage.getItem(STORED_AS);
  const kept = stored ? (JSON.parse(stored) as Kept) : undefined;
  if (kept && Date.parse(kept.asOf) + KEPT_HOURS * 3_600_000 > Date.now()) return kept;
  forgetMeal();
  return undefined;
}

export const forgetMeal = () => localStorage.removeItem(STORED_AS);
