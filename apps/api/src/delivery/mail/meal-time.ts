import { isTimeZone } from '@spareswipe/contract';
import { campusName } from '@spareswipe/contract/campus-names';
import type { Campus } from './mails.js';

const CLOCK = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

const fullIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    ...CLOCK,
    timeZone,
  });
const clockIn = (timeZone: string) => new Intl.DateTimeFormat('en-US', { weekday: 'short', ...CLOCK, timeZone });

/** Those of most US campuses, then UTC for everybody else. */
const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'UTC'];
const CLOCKS = ZONES.map(clockIn);
const EASTERN = fullIn('America/New_York');

interface MealTime {
  iso: string;
  /** Weekday and hour, for places with little room. */
  short: string;
  text: string;
  elsewhere: string;
}

/**
 * A moment as the clocks of its campus show it, and the hour elsewhere, where it may be another day. A campus whose zone is
 * unknown gets US time: nearly all `.edu` addresses are there.
 */
export function mealTime(moment: Date | string, campus?: Campus): MealTime {
  const date = new Date(moment);
  const zone = campus?.timeZone && isTimeZone(campus.timeZone) ? campus.timeZone : null;
  const here = clockIn(zone ?? 'America/New_York').format(date);
  const elsewhere = CLOCKS.map((clock) => clock.format(date)).filter((time) => time !== here);
  return {
    iso: date.toISOString(),
    short: here,
    text: campus && zone ? `${fullIn(zone).format(date)} (time at ${placeOf(campus)})` : EASTERN.format(date),
    elsewhere: elsewhere.map((time) => time.replace(',', '')).join(', '),
  };
}

const placeOf = ({ institution }: Campus) => campusName(institution) ?? institution;
