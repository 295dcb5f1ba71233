/** How far the server's clock is ahead of this device's; undefined before the first response that says so. */
let aheadMs: number | undefined;

/**
 * Learns the server's time from the Date header of a response, which has whole seconds. A response arrives
 * later than it was sent, so the largest difference is the closest one.
 */
export function learnServerTime(date: string | null) {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) aheadMs = Math.max(aheadMs ?? -Infinity, at + 500 - Date.now());
}

/** Milliseconds since a moment of the server's clock. */
export const msSince = (iso: string) => Date.now() + (aheadMs ?? 0) - Date.parse(iso);
