import type { CampusClock } from '../campuses.js';

/** Made once for each zone, since making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat[]>();

/** The clock of a time zone at a moment; null for a zone that is null or unknown here. */
export function clockOf(timeZone: string | null | undefined, moment: Date): CampusClock | null {
  if (!timeZone) return null;
  try {
    let made = formats.get(timeZone);
    if (!made) {
      made = NAMES.map((timeZoneName) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }));
      formats.set(timeZone, made);
    }
    const [long, short, offset] = made.map((format) => nameIn(format, moment)) as [string, string, string];
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? ['', '+', 0, 0];
    return {
      zone: spoken(long, short),
      utcOffsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    };
  } catch {
    return null;
  }
}

const NAMES = ['longGeneric', 'shortGeneric', 'longOffset'] as const;

/** A zone as people say it: 'India time', 'Pacific', and 'MST' or 'GMT' where the clock never changes. */
function spoken(long: string, short: string): string {
  if (short.endsWith(' Time')) return short.replace(/Time$/, 'time');
  return /^GMT|(Standard|Mean) Time$/.test(long) ? short : long.replace(/ Time$/, '');
}

const nameIn = (format: Intl.DateTimeFormat, moment: Date) =>
  format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value;
