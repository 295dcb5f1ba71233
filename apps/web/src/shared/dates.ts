const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MINUTE = 60_000;
const dayOf = (instant: Date) => new Date(instant.getFullYear(), instant.getMonth(), instant.getDate());
const daysBetween = (from: Date, to: Date) =>
  Math.round((dayOf(to).getTime() - dayOf(from).getTime()) / (1440 * MINUTE));

// The first Intl.DateTimeFormat of a page would take a slow phone 50 to 90 ms (docs/performance.md).
/** '2:00 PM', in the reader's time zone. */
function showTime(instant: Date) {
  const hours = instant.getHours();
  const minutes = String(instant.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 'Mar 1, 2026', in the reader's time zone. */
const showDay = (instant: Date) => `${MONTHS[instant.getMonth()]} ${instant.getDate()}, ${instant.getFullYear()}`;

/** 'Today at 2:00 PM', 'Tomorrow at 2:00 PM', otherwise 'Mar 1, 2026 at 2:00 PM' (spec §9), in the reader's time zone. */
export function showDate(iso: string, now: Date): string {
  const instant = new Date(iso);
  const time = showTime(instant);
  const days = daysBetween(now, instant);
  if (days === 0) return `Today at ${time}`;
  if (days === 1) return `Tomorrow at ${time}`;
  return `${showDay(instant)} at ${time}`;
}

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
