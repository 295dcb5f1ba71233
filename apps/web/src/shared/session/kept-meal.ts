import type { Match } from '@spareswipe/contract';

const STORED_AS = 'next meal';
const KEPT_HOURS = 12;

/** No more than it takes to meet. */
interface Kept extends Pick<Match['request'], 'location' | 'campus' | 'deadline' | 'mealDescription'> {
  matchId: string;
  /** The other student's name. */
  other: string;
  phoneNumber: string | undefined;
  /** When the server last said so. */
  asOf: string;
}

/** Keeps the student's next meal on this device, for a start without a network; undefined: there is none. */
export function keepMeal(meal: Omit<Kept, 'asOf'> | undefined) {
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
