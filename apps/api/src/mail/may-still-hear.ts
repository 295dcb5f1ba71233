import { isPaused } from '../database/is-paused.js';

const minute = (now: string) => `extract(epoch FROM (${now}::timestamptz AT TIME ZONE a.time_zone)::time) / 60`;

/**
 * SQL: whether this is a quiet hour of the student with the settings `a`. Twice the same time means no quiet hours; hours
 * that end before they begin go over midnight.
 */
export const isQuietHour = (now: string): string => `CASE WHEN a.quiet_from <= a.quiet_until
  THEN ${minute(now)} >= a.quiet_from AND ${minute(now)} < a.quiet_until
  ELSE ${minute(now)} >= a.quiet_from OR ${minute(now)} < a.quiet_until END`;

/**
 * SQL: whether an alert that had to wait, as for a mail server that was down, may still reach the student `s` with the
 * settings `a`. Somebody may have taken the request or paused a campus meanwhile.
 */
export const mayStillHear = ({ now, requestId }: { now: string; requestId: string }): string => `(
  s.deactivated_at IS NULL AND (s.suspended_until IS NULL OR s.suspended_until <= ${now}) AND NOT ${isQuietHour(now)}
  AND EXISTS (SELECT FROM meal_requests r
    WHERE r.id = ${requestId} AND r.status = 'active' AND r.deadline > ${now}
      AND NOT EXISTS (SELECT FROM campuses c WHERE c.institution IN (s.institution, r.institution)
        AND ${isPaused('c', now)})))`;
