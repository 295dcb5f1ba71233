import type { RequestedMeal } from '../requests.js';

const MEAL_MS = 30 * 60_000;

/** The meal of a match as one event of a calendar, which finds it by the match. */
export interface CalendarMeal {
  matchId: string;
  meal: Pick<RequestedMeal, 'mealDescription' | 'location' | 'deadline'>;
  /** The name of the other side. Their contact stays out, since calendars are shared. */
  other?: string;
  /** The screen that shows it. */
  url?: string;
  /** Of a file that a mail brings: what calendars do with it (RFC 5546), and the sender of the mail. */
  mailed?: { method: 'PUBLISH' | 'CANCEL'; from: string };
}

/** A calendar file (RFC 5545). A cancelled meal has a higher sequence, so it takes the published one out again. */
export function calendarFile({ matchId, meal, other, url, mailed }: CalendarMeal, now: Date): string {
  const start = new Date(meal.deadline);
  const isCancelled = mailed?.method === 'CANCEL';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//SpareSwipe//Meals//EN',
    ...(mailed ? [`METHOD:${mailed.method}`] : []),
    'BEGIN:VEVENT',
    // without the end, from which the meet code is made
    `UID:${matchId.slice(0, -2)}@spareswipe`,
    `SEQUENCE:${isCancelled ? 1 : 0}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(mailed ? [organizer(mailed.from)] : []),
    `DTSTAMP:${time(now)}`,
    `DTSTART:${time(start)}`,
    `DTEND:${time(new Date(start.getTime() + MEAL_MS))}`,
    `SUMMARY:${text(`SpareSwipe: ${meal.mealDescription}${other ? ` with ${other}` : ''}`)}`,
    `LOCATION:${text(meal.location)}`,
    ...(url ? [`URL:${url}`] : []),
    ...(isCancelled ? [] : ALARM),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT1H', 'DESCRIPTION:SpareSwipe meal', 'END:VALARM'];

/** The sender of a mail: an address, or a name, perhaps in quotes, and an address in angle brackets. */
function organizer(from: string) {
  const [, name = '', address = from] = /^(.*)<(.*)>$/.exec(from) ?? [];
  return name ? `ORGANIZER;CN="${name.replaceAll('"', '').trim()}":mailto:${address}` : `ORGANIZER:mailto:${address}`;
}

const time = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
/** Lines have at most 75 bytes; a character beyond ASCII has at most four. */
const fold = (line: string) => line.match(/^[ -~]+$/.test(line) ? /.{1,74}/g : /[^]{1,18}/gu)!.join('\r\n ');
