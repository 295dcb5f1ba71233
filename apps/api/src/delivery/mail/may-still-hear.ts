import { isPaused } from '../../platform/database/is-paused.js';
import { suspendedUntil } from '../../platform/database/suspension-of-mailbox.js';

const minute = (now: string) => `extract(epoch FROM (${now}::timestamptz AT TIME ZONE a.time_zone)::time) / 60`;

/**
 * SQL: whether it is a quiet hour for the student with the settings `a`. The same beginning and end means no quiet hours;
 * an end before the beginning is on the next day.
 */
export const isQuietHour = (now: string): string => `CASE WHEN a.quiet_from <= a.quiet_until
  THEN ${minute(now)} >= a.quiet_from AND ${minute(now)} < a.quiet_until
  ELSE ${minute(now)} >= a.quiet_from OR ${minute(now)} < a.quiet_until END`;

/** SQL: when quiet hours begin next for the student with the settings `a`; null if there are none. */
export const nextQuietHour = (now: string): string => `(
  SELECT min(begins) FROM generate_series(0, 1) day,
    LATERAL (SELECT ((${now}::timestamptz AT TIME ZONE a.time_zone)::date + day + make_interval(mins => a.quiet_from))
                    AT TIME ZONE a.time_zone AS begins) next
   WHERE a.quiet_from <> a.quiet_until AND begins > ${now})`;

/**
 * SQL: whether a delayed alert may still reach the student `s` with the settings `a`. Meanwhile the request may have been
 * taken, or a campus paused.
 */
export const mayStillHear = ({ now, requestId }: { now: string; requestId: string }): string => `(
  s.deactivated_at IS NULL AND ${suspendedUntil(now)} IS NULL AND NOT ${isQuietHour(now)}
  AND EXISTS (SELECT FROM meal_requests r
    WHERE r.id = ${requestId} AND r.status = 'active' AND r.deadline > ${now}
      AND NOT EXISTS (SELECT FROM campuses c WHERE c.institution IN (s.institution, r.institution)
        AND ${isPaused('c', now)})))`;
