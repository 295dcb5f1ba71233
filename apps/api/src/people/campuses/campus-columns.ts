import { clockOf, type MealCampus } from '@spareswipe/contract';
import { campusName } from '@spareswipe/contract/campus-names';
import type { CampusSettings, CampusSignOn } from '@spareswipe/contract/desk';
import { isPaused } from '../../platform/database/is-paused.js';
import { isoTime } from '../../platform/database/iso-time.js';
import type { Campus } from '../../platform/database/tables/campus.entity.js';

/** SQL: the pause of a campus, or null, as the contract has it. Both parameters are SQL: of an institution, and of the current time. */
export const pauseOf = (institution: string, now: string) => `(
  SELECT json_build_object('notice', campus.pause_notice, 'until', ${isoTime('campus.paused_until')}) FROM campuses campus
   WHERE campus.institution = ${institution} AND ${isPaused('campus', now)})`;

/** SQL: what operators named this institution, and its time zone; null if it has no campus yet. */
export const campusOf = (institution: string) =>
  `(SELECT json_build_object('name', campus.name, 'timeZone', campus.time_zone) FROM campuses campus
     WHERE campus.institution = ${institution})`;

export type CampusRow = Pick<Campus, 'name' | 'timeZone'> | null;

/** How students read it: as its operators named it, else by the list of universities, else as the address has it (spec §2). */
export const nameOf = (institution: string, row: CampusRow): string =>
  row?.name ?? campusName(institution) ?? institution;

/** The campus of a meal, with what its clock shows at the deadline. */
export const toMealCampus = (institution: string, row: CampusRow, deadline: Date): MealCampus => ({
  institution,
  name: nameOf(institution, row),
  clock: clockOf(row?.timeZone, deadline),
});

/** SQL: the places that the operators of this institution named, in their order. */
export const placesOf = (institution: string) =>
  `(SELECT place, ordinal FROM campuses campus, unnest(campus.places) WITH ORDINALITY AS named (place, ordinal)
     WHERE campus.institution = ${institution})`;

/** SQL: whether students of a `campus`, the alias of a row or of none, may ask for a meal at this place. */
export const mayEatAt = (campus: string, place: string) =>
  `(${campus}.places_only IS NOT TRUE OR folded(${place}) IN (SELECT folded(named) FROM unnest(${campus}.places) AS named))`;

/** SQL: whether this institution limits the meals that its students give. */
export const limitsMealsGiven = (institution: string) =>
  `EXISTS (SELECT FROM campuses campus WHERE campus.institution = ${institution}
     AND num_nonnulls(campus.meals_given_per_week, campus.meals_given_per_term) > 0)`;

/** SQL: the settings in a row of `campuses`. */
export const SETTINGS_COLUMNS = `
  name, time_zone AS "timeZone", pause_notice AS "pauseNotice", paused_until AS "pausedUntil", guest_rules AS "guestRules",
  guest_rules_url AS "guestRulesUrl", open_requests_max AS "openRequestsMax", starting_meals AS "startingMeals", meals_on_sale AS "mealsOnSale", places,
  places_only AS "placesOnly", meals_given_per_week AS "mealsGivenPerWeek", meals_given_per_term AS "mealsGivenPerTerm",
  term_begins::text AS "termBegins"`;

export type SettingsRow = Omit<Campus, 'institution' | 'pausedAt' | 'createdAt' | keyof SignOnRow>;

/** Without a pause whose end has passed. */
export const toSettings = (row: SettingsRow, now: Date): CampusSettings => ({
  name: row.name,
  timeZone: row.timeZone,
  pause:
    row.pauseNotice === null || (row.pausedUntil && row.pausedUntil <= now)
      ? null
      : { notice: row.pauseNotice, until: row.pausedUntil && row.pausedUntil.toISOString() },
  guestRules: row.guestRules === null ? null : { text: row.guestRules, url: row.guestRulesUrl },
  openRequestsMax: row.openRequestsMax,
  startingMeals: row.startingMeals,
  mealsOnSale: row.mealsOnSale,
  places: row.places,
  placesOnly: row.placesOnly,
  mealsGivenPerWeek: row.mealsGivenPerWeek,
  term: row.termBegins === null ? null : { begins: row.termBegins, mealsGiven: row.mealsGivenPerTerm! },
});

export type SignOnRow = Pick<Campus, 'signOnRequiredFrom' | 'relinkUntil'>;

export const toSignOn = ({ signOnRequiredFrom, relinkUntil }: SignOnRow): CampusSignOn => ({
  requiredFrom: signOnRequiredFrom?.toISOString() ?? null,
  relinkUntil: relinkUntil?.toISOString() ?? null,
});

/** A campus without a time zone takes that of a request. */
export const FIRST_TIME_ZONE = `
  UPDATE campuses SET time_zone = $2
   WHERE institution = $1 AND time_zone IS NULL AND known_zone($2) IS NOT NULL`;
