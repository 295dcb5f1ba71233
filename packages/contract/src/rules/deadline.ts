import {
  DEADLINE_MAX_DAYS,
  DEADLINE_MIN_LEAD_MINUTES,
  DEADLINE_SERVER_MAX_DAYS,
  URGENT_WITHIN_HOURS,
} from '../constants.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const DEADLINE_TOO_SOON = `Deadline must be at least ${DEADLINE_MIN_LEAD_MINUTES} minutes from now`;
export const DEADLINE_TOO_LATE = `Deadline cannot be more than ${DEADLINE_MAX_DAYS} days from now`;
export const DATE_IN_PAST = 'Date cannot be in the past';
export const TIME_SKIPPED = 'The clocks go forward past this time on that day. Please choose another one.';

/** The server's rule: at least 30 minutes and less than 8 days ahead. Returns the problem, or undefined. */
export function deadlineProblem(deadline: Date, now: Date): string | undefined {
  const lead = deadline.getTime() - now.getTime();
  if (!(lead >= DEADLINE_MIN_LEAD_MINUTES * MINUTE)) return DEADLINE_TOO_SOON; // NaN too
  if (lead >= DEADLINE_SERVER_MAX_DAYS * DAY) return DEADLINE_TOO_LATE;
  return undefined;
}

/**
 * Parses a date ("2026-03-01") and time ("14:00") in the local time zone; returns Invalid Date if either is malformed. In the
 * night when the clocks go back some times come twice: the first is meant unless `isSecondTime`.
 */
export function deadlineFrom(date: string, time: string, isSecondTime = false): Date {
  const [year, month, day] = date.split('-').map(Number);
  const [hours, minutes] = time.split(':').map(Number);
  const first = new Date(year ?? NaN, (month ?? NaN) - 1, day, hours, minutes);
  return (isSecondTime && againAfter(first)) || first;
}

/** An hour later, if the clocks then show the same time again. */
function againAfter(first: Date): Date | undefined {
  const second = new Date(first.getTime() + HOUR);
  return timeOf(second) === timeOf(first) ? second : undefined;
}

const minuteOf = (moment: Date) => Math.floor(moment.getTime() / MINUTE) * MINUTE;

/** Whether this time comes twice on this date, and the form may send the second. */
export const hasSecondTime = (date: string, time: string, now: Date): boolean =>
  againAfter(deadlineFrom(date, time)) !== undefined && !formDeadlineProblem(date, time, now, true);

const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (instant: Date) => `${two(instant.getHours())}:${two(instant.getMinutes())}`;

/** The calendar day of an instant in the local time zone, in the format of a form ("2026-03-01"). */
export function dateOf(instant: Date): string {
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** The days the form offers (spec §5): today to 7 days ahead. */
export function dateRange(now: Date): { first: string; last: string } {
  return {
    first: dateOf(now),
    last: dateOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + DEADLINE_MAX_DAYS)),
  };
}

/** The form's rule (spec §5): from today to 7 days ahead; today at least 30 minutes from now. */
export function formDeadlineProblem(
  date: string,
  time: string,
  now: Date,
  isSecondTime = false,
): { path: 'date' | 'time'; message: string } | undefined {
  const { first, last } = dateRange(now);
  if (date < first) return { path: 'date', message: DATE_IN_PAST };
  if (date > last) return { path: 'date', message: DEADLINE_TOO_LATE };
  const deadline = deadlineFrom(date, time, isSecondTime);
  // a day has 23 or 25 hours when the clocks change, so the last hour of the seventh day may be more than 8 × 24 h away
  const problem = deadlineProblem(deadline, now);
  if (problem) return { path: 'time', message: problem };
  // the clocks skip the chosen time, so the form would send a different one
  if (timeOf(deadline) !== time.slice(0, 5)) return { path: 'time', message: TIME_SKIPPED };
  return undefined;
}

/** Urgent: the deadline is in the future and within 2 hours (spec §4). */
export function isUrgent(deadline: Date, now: Date): boolean {
  const lead = deadline.getTime() - now.getTime();
  return lead > 0 && lead <= URGENT_WITHIN_HOURS * HOUR;
}

/** The time the form proposes for a meal period (spec §5). */
export const defaultTimes = { breakfast: '10:00', lunch: '14:00', dinner: '20:00', any: '12:00' } as const;

const tomorrowOf = (now: Date) => dateOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));

/** The first day on which a meal period's proposed time is still allowed: today, else tomorrow. */
export function defaultDate(mealPeriod: keyof typeof defaultTimes, now: Date): string {
  const { first } = dateRange(now);
  return formDeadlineProblem(first, defaultTimes[mealPeriod], now) ? tomorrowOf(now) : first;
}

/** The meal period of a time such as "14:00"; any at night. */
export function mealPeriodAt(time: string): keyof typeof defaultTimes {
  if (time < '05:00' || time >= '22:00') return 'any';
  if (time < '11:00') return 'breakfast';
  return time < '17:00' ? 'lunch' : 'dinner';
}

/** A deadline that one press sets, and its meal period. */
export interface DeadlineChip {
  label: string;
  mealPeriod: keyof typeof defaultTimes;
  /** The label names the meal, so the press chooses the period too. */
  namesMeal?: boolean;
  date: string;
  time: string;
  /** The time comes twice in that night. */
  isSecondTime?: boolean;
}

/** The deadlines the form offers to press, without those that the form's rule would refuse now. */
export function deadlineChips(now: Date): DeadlineChip[] {
  const soon = new Date(now.getTime() + HOUR);
  const { first } = dateRange(now);
  const tomorrow = tomorrowOf(now);
  const [date, time] = [dateOf(soon), timeOf(soon)];
  const isSecondTime = againAfter(deadlineFrom(date, time))?.getTime() === minuteOf(soon) || undefined;
  const chips: DeadlineChip[] = [
    { label: 'In 1 hour', mealPeriod: mealPeriodAt(time), date, time, isSecondTime },
    { label: 'Tonight', mealPeriod: 'dinner', date: first, time: defaultTimes.dinner },
    { label: 'Tomorrow lunch', mealPeriod: 'lunch', namesMeal: true, date: tomorrow, time: defaultTimes.lunch },
  ];
  return chips.filter((chip) => !formDeadlineProblem(chip.date, chip.time, now, chip.isSecondTime));
}
