/** How far the server's clock is ahead of this device's; undefined before the first response that says so. */
let aheadMs: number | undefined;

/**
 * Learns the server's time from the Date header of a response, which has whole seconds. A response arrives later than it was
 * written, so the largest difference is the closest one. But it was not written before the request was sent: a difference
 * that says so is older than a change of this device's clock.
 */
export function learnServerTime(date: string | null, sentAt: number) {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  aheadMs = Math.min(Math.max(aheadMs ?? -Infinity, at + 500 - Date.now()), at + 1000 - sentAt);
}

/** Milliseconds since a moment of the server's clock. */
export const msSince = (iso: string) => Date.now() + (aheadMs ?? 0) - Date.parse(iso);
