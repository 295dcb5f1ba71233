import type { CampusClock } from '@spareswipe/contract';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The day and time that a clock shows at a moment, as the UTC fields of a date. */
const onClock = (moment: Date, utcOffsetMinutes = -moment.getTimezoneOffset()) =>
  new Date(moment.getTime() + utcOffsetMinutes * MINUTE);

// The first Intl.DateTimeFormat of a page would take a slow phone 50 to 90 ms (docs/performance.md).
/** '2:00 PM' */
function showTime(shown: Date) {
  const hours = shown.getUTCHours();
  const minutes = String(shown.getUTCMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 'Mar 1, 2026' */
const showDay = (shown: Date) => `${MONTHS[shown.getUTCMonth()]} ${shown.getUTCDate()}, ${shown.getUTCFullYear()}`;

/**
 * 'Today at 2:00 PM', 'Tomorrow at 2:00 PM', otherwise 'Mar 1, 2026 at 2:00 PM' (spec §9), by the reader's clock, or by
 * another, which is then named: 'Today at 2:00 PM Pacific'.
 */
export function showDate(iso: string, now: Date, clock?: CampusClock | null): string {
  const [shown, today] = [onClock(new Date(iso), clock?.utcOffsetMinutes), onClock(now, clock?.utcOffsetMinutes)];
  const time = clock ? `${showTime(shown)} ${clock.zone}` : showTime(shown);
  const days = Math.floor(shown.getTime() / DAY) - Math.floor(today.getTime() / DAY);
  if (days === 0) return `Today at ${time}`;
  if (days === 1) return `Tomorrow at ${time}`;
  return `${showDay(shown)} at ${time}`;
}

interface Meal {
  deadline: string;
  campus?: { clock: CampusClock | null };
}

/** A time on the card of a meal: all of them by the clock of its campus, if that differs from the reader's at the deadline. */
export function showOnCard(iso: string, { deadline, campus }: Meal, now: Date) {
  const isSame = campus?.clock?.utcOffsetMinutes === -new Date(deadline).getTimezoneOffset();
  return showDate(iso, now, isSame ? null : campus?.clock);
}

/** The deadline of a meal, by that clock. */
export const showDeadline = (meal: Meal, now: Date) => showOnCard(meal.deadline, meal, now);

/** The same inside a sentence. */
export const deadlineInSentence = (meal: Meal, now: Date) => showDeadline(meal, now).replace(/^To/, 'to');

/** A text with the time until which it is true, if that is known. */
export const withUntil = (words: string, until: string | null | undefined, now: Date) =>
  until ? `${words} (until ${showDate(until, now)})` : words;

/** What is left until a deadline, in its two largest units: '3 d 4 h', '1 h 5 min', '12 min'; undefined once it passed. */
export function timeLeft(iso: string, now: Date): string | undefined {
  const minutes = Math.floor((new Date(iso).getTime() - now.getTime()) / MINUTE);
  if (minutes < 0) return undefined;
  if (minutes < 60) return `${Math.max(minutes, 1)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return hours % 24 ? `${Math.floor(hours / 24)} d ${hours % 24} h` : `${Math.floor(hours / 24)} d`;
}
