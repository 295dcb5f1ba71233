import type { CampusPause } from '@spareswipe/contract';
import type { CampusSettings } from '@spareswipe/contract/desk';
import { isPaused } from '../../platform/database/is-paused.js';

/** SQL: the pause of a campus, or null. Both parameters are SQL: of an institution, and of the current time. */
export const pauseOf = (institution: string, now: string) => `(
  SELECT json_build_object('notice', campus.pause_notice, 'until', campus.paused_until) FROM campuses campus
   WHERE campus.institution = ${institution} AND ${isPaused('campus', now)})`;

/** The time as PostgreSQL writes it in JSON. */
export type PauseRow = CampusPause | null;

export const toPause = (pause: PauseRow): PauseRow =>
  pause && { notice: pause.notice, until: pause.until && new Date(pause.until).toISOString() };

/** SQL: how many open requests a student of this institution may have at once, or null. */
export const openRequestsMaxOf = (institution: string) =>
  `(SELECT campus.open_requests_max FROM campuses campus WHERE campus.institution = ${institution})`;

/** SQL: the time zone of this institution, or null. */
export const timeZoneOf = (institution: string) =>
  `(SELECT campus.time_zone FROM campuses campus WHERE campus.institution = ${institution})`;

/** SQL: the places that the operators of this institution named, in their order. */
export const placesOf = (institution: string) =>
  `(SELECT place, ordinal FROM campuses campus, unnest(campus.places) WITH ORDINALITY AS named (place, ordinal)
     WHERE campus.institution = ${institution})`;

/** SQL: the settings in a row of `campuses`. */
export const SETTINGS_COLUMNS = `
  pause_notice AS notice, paused_until AS until, guest_rules AS text, guest_rules_url AS url,
  open_requests_max AS "openRequestsMax", starting_meals AS "startingMeals", meals_on_sale AS "mealsOnSale", places`;

export interface SettingsRow extends Omit<CampusSettings, 'pause' | 'guestRules'> {
  notice: string | null;
  until: Date | null;
  text: string | null;
  url: string | null;
}

/** Returns null once the end of the pause has passed. */
export const toSettings = ({ notice, until, text, url, ...rest }: SettingsRow, now: Date): CampusSettings => ({
  pause: notice === null || (until && until <= now) ? null : { notice, until: until && until.toISOString() },
  guestRules: text === null ? null : { text, url },
  openRequestsMax: rest.openRequestsMax,
  startingMeals: rest.startingMeals,
  mealsOnSale: rest.mealsOnSale,
  places: rest.places,
});

/**
 * Part of a WITH clause: if a request of `student` brings a time zone that differs from the campus's, the campus takes
 * the zone that `zoneOfMost` finds. All three parameters are SQL; `timeZone` may be null.
 */
export const keepTimeZone = (student: string, timeZone: string, zoneOfMost: string) => `
  INSERT INTO campuses (institution, time_zone)
  SELECT institution, (${zoneOfMost}) FROM ${student}
   WHERE ${timeZone} IS NOT NULL AND NOT EXISTS (
     SELECT FROM campuses known WHERE known.institution = ${student}.institution AND known.time_zone = ${timeZone})
  ON CONFLICT (institution) DO UPDATE SET time_zone = excluded.time_zone
    WHERE campuses.time_zone IS DISTINCT FROM excluded.time_zone`;
