import { keepTimeZone, timeZoneOf } from '../../people/campuses/campus-columns.js';

/**
 * Part of a WITH clause: if a request brings a time zone that differs from its campus's, the zones of the campus's
 * requests are counted, and the campus takes the zone of most mailboxes. So a student who travels, or has many
 * accounts, changes no clock. Both parameters are SQL: `requester` names a row of `students`, `timeZone` may be null.
 */
export const keepCampusTimeZone = (requester: string, timeZone: string) =>
  keepTimeZone(requester, timeZone, zoneOfMost(requester, timeZone));

/** The newest zone of each mailbox among the campus's latest 500 requests and the one being posted; a tie changes nothing. */
const zoneOfMost = (requester: string, timeZone: string) => `
  SELECT time_zone FROM (
    SELECT DISTINCT ON (mailbox) mailbox, time_zone FROM (
      SELECT ${requester}.mailbox, ${timeZone}::text AS time_zone, clock_timestamp() AS created_at
      UNION ALL
      (SELECT s.mailbox, latest.time_zone, latest.created_at
         FROM (SELECT requester_id, time_zone, created_at FROM meal_requests
                WHERE institution = ${requester}.institution ORDER BY created_at DESC LIMIT 500) latest
         JOIN students s ON s.id = latest.requester_id WHERE latest.time_zone IS NOT NULL)
    ) brought ORDER BY mailbox, created_at DESC
  ) votes
  GROUP BY time_zone
  ORDER BY count(*) DESC,
           time_zone = ${timeZoneOf(`${requester}.institution`)} DESC NULLS LAST
  LIMIT 1`;
