const US_ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];

const clockIn = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });

const inFull = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});
const clocks = US_ZONES.map(clockIn);

/**
 * A moment for people whose time zone we do not know: in full in UTC, and the hour in the zones of US campuses,
 * where it may be the day before.
 */
export function mealTime(moment: Date | string): { iso: string; text: string; elsewhere: string } {
  const date = new Date(moment);
  return {
    iso: date.toISOString(),
    text: inFull.format(date),
    elsewhere: clocks.map((clock) => clock.format(date).replace(',', '')).join(', '),
  };
}
