import type { CampusClock } from '../campuses.js';

/** Made once for each zone, since making one takes longer than using it a hundred times. */
const formats = new Map<string, Record<'longGeneric' | 'longOffset', Intl.DateTimeFormat>>();

/** The clock of a time zone at a moment; null for a zone that is null or unknown here. */
export function clockOf(timeZone: string | null | undefined, moment: Date): CampusClock | null {
  if (!timeZone) return null;
  try {
    let both = formats.get(timeZone);
    if (!both) {
      const formatOf = (timeZoneName: 'longGeneric' | 'longOffset') =>
        new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
      both = { longGeneric: formatOf('longGeneric'), longOffset: formatOf('longOffset') };
      formats.set(timeZone, both);
    }
    const [generic, offset] = [nameIn(both.longGeneric, moment), nameIn(both.longOffset, moment)];
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? ['', '+', 0, 0];
    return {
      zone: zoneIn(generic),
      utcOffsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
    };
  } catch {
    return null;
  }
}

/** A zone, at the end of this text, as people say it: 'Pacific' for 'Pacific Time'. */
export const zoneIn = (text: string) => text.replace(/ Time$/, '');

const nameIn = (format: Intl.DateTimeFormat, moment: Date) =>
  format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value;
