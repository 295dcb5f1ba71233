import { ALERTS_PER_DAY, OPEN_MATCHES_MAX } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { pauseOf } from '../../people/campuses/campus-columns.js';
import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { suspendedUntil } from '../../platform/database/suspension-of-mailbox.js';
import { isQuietHour } from '../../delivery/mail/may-still-hear.js';
import { isLoggedIn } from '../../delivery/push/push.service.js';
import { isReleasedBy, type RequestRow } from '../requests/request-columns.js';

/** A student to alert now, and how: on devices that work, or else by mail. */
export interface AlertedStudent {
  id: string;
  name: string;
  email: string;
  byPush: boolean;
  showDetails: boolean;
  unsubscribeToken: string;
}

/**
 * Picks the next students for a request, records that they are alerted, and returns them: one statement, whatever the
 * size of the campus. Students whom a parallel wave has locked are skipped and come later. A row that such a wave has
 * just changed is checked again with its new values, so nobody gets more than 3 alerts a day.
 */
export function nextStudents(
  tx: EntityManager,
  { _id: requestId, requesterId, institution, mealPeriod }: RequestRow,
  { wave, size, now, publicKey }: { wave: number; size: number; now: Date; publicKey: string | null },
): Promise<AlertedStudent[]> {
  return queryRows<AlertedStudent>(tx, NEXT_STUDENTS, [
    requestId,
    requesterId,
    institution,
    mealPeriod,
    wave,
    size,
    now,
    ALERTS_PER_DAY,
    publicKey,
  ]);
}

/** The date on the student's clock. */
const DAY = '($7::timestamptz AT TIME ZONE a.time_zone)::date';

/** Devices that subscribed with another key of ours, or whose session has ended, get nothing. */
const hasDevice = (student: string) => `EXISTS (
  SELECT FROM push_subscriptions device WHERE device.student_id = ${student} AND device.public_key = $9 AND ${isLoggedIn('device')})`;

/** Whether an older account of the mailbox gets alerts: a person gets them through one account only (decision 15). */
const OLDER_ACCOUNT_GETS_ALERTS = `EXISTS (
  SELECT FROM students older JOIN alert_settings elsewhere ON elsewhere.student_id = older.id
   WHERE older.mailbox = s.mailbox AND older.id < s.id AND older.verified_at IS NOT NULL AND older.deactivated_at IS NULL
     AND (elsewhere.mail OR elsewhere.push AND ${hasDevice('older.id')}))`;

/** Students who have promised this many meals often could not accept another, and do enough. `OFFSET` stops counting at the limit. */
const HAS_PROMISED_ENOUGH = `EXISTS (
  SELECT FROM matches promised WHERE promised.fulfiller_id = a.student_id AND promised.status = 'accepted'
  OFFSET ${OPEN_MATCHES_MAX - 1})`;

export const NEXT_STUDENTS = {
  name: 'next students',
  text: `
    WITH picked AS (
      SELECT a.student_id, s.name, s.email, ${DAY} AS day
        FROM alert_settings a
        JOIN students s ON s.id = a.student_id
        JOIN ledger.accounts available ON available.student_id = a.student_id AND available.kind = 'available'
       WHERE (a.mail OR a.push AND ${hasDevice('a.student_id')}) AND (a.institution = $3 OR a.campus = 'all' AND ${pauseOf('a.institution', '$7')} IS NULL)
         AND CASE $4 WHEN 'any' THEN a.meal_periods <> '{}' ELSE $4 = ANY (a.meal_periods) END
         AND s.mailbox <> (SELECT mailbox FROM students WHERE id = $2)
         AND s.verified_at IS NOT NULL AND s.deactivated_at IS NULL
         AND ${suspendedUntil('$7')} IS NULL
         AND NOT ${isQuietHour('$7')}
         AND (a.alerted_on IS DISTINCT FROM ${DAY} OR a.alerted_times < $8)
         AND NOT EXISTS (SELECT FROM alerts past WHERE past.request_id = $1 AND past.student_id = a.student_id)
         AND NOT ${isReleasedBy(accountsOf('a.student_id'), '$1')}
         AND NOT ${HAS_PROMISED_ENOUGH}
         AND NOT ${OLDER_ACCOUNT_GETS_ALERTS}
       ORDER BY a.help_on IS NOT DISTINCT FROM ${DAY} DESC, a.alerted_at NULLS FIRST, available.balance, a.student_id
       LIMIT $6 FOR NO KEY UPDATE OF a SKIP LOCKED FOR KEY SHARE OF s SKIP LOCKED
    ), counted AS (
      UPDATE alert_settings a SET alerted_at = $7, alerted_on = picked.day,
             alerted_times = CASE WHEN a.alerted_on = picked.day THEN a.alerted_times + 1 ELSE 1 END
        FROM picked WHERE a.student_id = picked.student_id
      RETURNING a.student_id, a.push, a.show_details, a.unsubscribe_token
    ), recorded AS (
      INSERT INTO alerts (request_id, student_id, wave, alerted_at) SELECT $1, student_id, $5, $7 FROM picked
    )
    SELECT student_id AS id, picked.name, picked.email, a.push AND ${hasDevice('a.student_id')} AS "byPush",
           a.show_details AS "showDetails", a.unsubscribe_token AS "unsubscribeToken"
      FROM picked JOIN counted a USING (student_id)`,
};
