import type { CampusClock } from '../campuses.js';

/** Looked up once for each zone: a name takes ten times as long as a distance from UTC, and a list has ten clocks. */
const zones = new Map<string, { name: string; offset: Intl.DateTimeFormat }>();

/** The clock of a time zone at a moment; null for a zone that is null or unknown here. */
export function clockOf(timeZone: string | null | undefined, moment: Date): CampusClock | null {
  if (!timeZone) return null;
  try {
    let zone = zones.get(timeZone);
    if (!zone) {
      zone = { name: nameOf(timeZone, moment), offset: formatOf(timeZone, 'longOffset') };
      zones.set(timeZone, zone);
    }
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(zone.offset.format(moment)) ?? ['', '+', 0, 0];
    return {
      zone: zone.name,
      utcOffsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    };
  } catch {
    return null;
  }
}

/** A zone as people say it: 'India time', 'Pacific', and 'MST' or 'GMT' where the clock never changes. */
function nameOf(timeZone: string, moment: Date): string {
  const [long, short] = (['longGeneric', 'shortGeneric'] as const).map(
    (name) =>
      formatOf(timeZone, name)
        .formatToParts(moment)
        .find(({ type }) => type === 'timeZoneName')!.value,
  ) as [string, string];
  if (short.endsWith(' Time')) return short.replace(/Time$/, 'time');
  return /^GMT|(Standard|Mean) Time$/.test(long) ? short : long.replace(/ Time$/, '');
}

const formatOf = (timeZone: string, timeZoneName: Intl.DateTimeFormatOptions['timeZoneName']) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
