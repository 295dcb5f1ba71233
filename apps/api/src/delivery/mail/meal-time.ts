import { clockOf, isTimeZone } from '@spareswipe/contract';
import type { Campus } from './mails.js';

const CLOCK = { hour: 'numeric', minute: '2-digit', timeZoneName: 'longGeneric' } as const;
const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const;

/** Of a campus whose zone is unknown: nearly all `.edu` addresses are in the US. */
export const LIKELY_ZONE = 'America/New_York';

interface MealTime {
  iso: string;
  /** Weekday and hour, for places with little room: 'Thu, 4:30 PM Pacific'. */
  short: string;
  text: string;
}

/** A moment as the clocks of its campus show it, with the name of their zone. */
export function mealTime(moment: Date | string, campus?: Pick<Campus, 'timeZone'>): MealTime {
  const date = new Date(moment);
  const timeZone = campus?.timeZone && isTimeZone(campus.timeZone) ? campus.timeZone : LIKELY_ZONE;
  const { zone } = clockOf(timeZone, date)!;
  const show = (day: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...day, ...CLOCK, timeZone })
      .formatToParts(date)
      .map(({ type, value }) => (type === 'timeZoneName' ? zone : value))
      .join('')
      .replace('\u202f', ' '); // the narrow space before AM and PM, which mails don't need
  return {
    iso: date.toISOString(),
    short: show({ weekday: 'short' }),
    text: show(DAY),
  };
}
