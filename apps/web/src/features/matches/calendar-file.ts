import type { Match } from '@spareswipe/contract';
import { otherName } from './sides';

const MEAL_MS = 30 * 60_000;

const time = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
/** Lines have at most 75 bytes; a code point has at most four. */
const fold = (line: string) => (new Blob([line]).size > 75 ? line.match(/.{1,18}/gu)!.join('\r\n ') : line);

/** The meal as a calendar file (RFC 5545). It has the id of the mailed one, so a calendar keeps one entry of both. */
export function calendarFile(match: Match, now: Date): Blob {
  const { _id, request } = match;
  const start = new Date(request.deadline);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//SpareSwipe//Meals//EN',
    'BEGIN:VEVENT',
    `UID:${_id}@spareswipe`,
    `DTSTAMP:${time(now)}`,
    `DTSTART:${time(start)}`,
    `DTEND:${time(new Date(start.getTime() + MEAL_MS))}`,
    `SUMMARY:${text(`SpareSwipe: ${request.mealDescription} with ${otherName(match)}`)}`,
    `LOCATION:${text(request.location)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new Blob([lines.map((line) => `${fold(line)}\r\n`).join('')], { type: 'text/calendar' });
}
