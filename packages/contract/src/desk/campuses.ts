import { z } from 'zod';
import { campusPause, guestRules } from '../campuses.js';
import {
  CAMPUS_MEALS_GIVEN_MAX,
  CAMPUS_NAME_MAX,
  CAMPUS_OPEN_REQUESTS_MAX,
  CAMPUS_PLACES_MAX,
  CAMPUS_STARTING_MEALS_MAX,
  GUEST_RULES_LINK_MAX,
  GUEST_RULES_MAX,
  LOCATION_MAX,
  PAUSE_NOTICE_MAX,
  PAUSE_NOTICE_MIN,
} from '../constants.js';
import { isPlace } from '../rules/time-zone.js';
import {
  c,
  fails,
  line,
  pageQuery,
  pagination,
  requiredLines,
  search,
  success,
  timestamp,
  webAddress,
  wholeNumber,
} from '../wire.js';
import { folded } from '../rules/visible-text.js';
import { done, withReason } from './log.js';

/**
 * null means the known name of the university, the time zone of the first request, no limit of open requests, and
 * SIGNUP_CREDITS as starting meals. The form suggests `places` first.
 */
export const campusSettings = z.object({
  name: z.string().nullable().default(null),
  timeZone: z.string().nullable().default(null),
  pause: campusPause.nullable(),
  guestRules: guestRules.nullable(),
  openRequestsMax: z.number().int().nullable(),
  startingMeals: z.number().int().nullable(),
  mealsOnSale: z.boolean(),
  places: z.array(z.string()),
  /** Whether requests must name one of `places`. */
  placesOnly: z.boolean().default(false),
  /** Meals that one student may give in a week of the campus, from Monday on; null: no limit. */
  mealsGivenPerWeek: z.number().int().nullable().default(null),
  /** Meals that one student may give from the first day of the term on; null: no limit. */
  term: z.object({ begins: z.string(), mealsGiven: z.number().int() }).nullable().default(null),
});
export type CampusSettings = z.infer<typeof campusSettings>;

/** How long before passwords end the students of a campus are told. */
export const SIGN_ON_NOTICE_DAYS = 7;
export const RELINK_DAYS_MAX = 60;

export const campusSignOn = z.object({
  /** From then on students log in with the campus account only; null: with a password, too. */
  requiredFrom: timestamp.nullable(),
  /** Until then a mailed link replaces the campus account of a student by one of another provider. */
  relinkUntil: timestamp.nullable(),
});
export type CampusSignOn = z.infer<typeof campusSignOn>;

export const deskCampus = campusSettings.extend({
  institution: z.string(),
  students: z.number().int(),
  /** False: the operators of all campuses decide what waits there. */
  hasOperator: z.boolean(),
  /** Left out where the campus has no sign-on. */
  signOn: campusSignOn.optional(),
});
export type DeskCampus = z.infer<typeof deskCampus>;

const NAME = `The name can have up to ${CAMPUS_NAME_MAX} characters`;
const TIME_ZONE = 'The time zone must be one of a place, such as America/Chicago';
const NOTICE = `The notice must have ${PAUSE_NOTICE_MIN} to ${PAUSE_NOTICE_MAX} characters`;
const RULES = `The rules must have 1 to ${GUEST_RULES_MAX} characters`;
const OPEN_REQUESTS = `Open requests must be a number from 1 to ${CAMPUS_OPEN_REQUESTS_MAX}, or empty`;
const STARTING_MEALS = `Starting meals must be a number from 0 to ${CAMPUS_STARTING_MEALS_MAX}, or empty`;
const MEALS_GIVEN = `Meals given must be a number from 1 to ${CAMPUS_MEALS_GIVEN_MAX}, or empty`;
/** PostgreSQL has no year 0. */
const TERM_BEGINS_MIN = '0001-01-01';
const TERM = 'Please choose the first day of the term';
const PLACES = `Places can be ${CAMPUS_PLACES_MAX} lines of up to ${LOCATION_MAX} characters`;
/** A place that differs only in case or accents is a repeat. */
const withoutRepeats = (places: string[]) => {
  const compared = places.map(folded);
  return places.filter((_, at) => compared.indexOf(compared[at]!) === at);
};

export const changeCampus = withReason.extend({
  name: line(NAME).max(CAMPUS_NAME_MAX, NAME).nullable().default(null),
  timeZone: z.string().refine(isPlace, TIME_ZONE).nullable().default(null),
  pause: z
    .object({ notice: requiredLines(PAUSE_NOTICE_MIN, PAUSE_NOTICE_MAX, NOTICE), until: timestamp.nullable() })
    .nullable(),
  guestRules: z
    .object({
      text: requiredLines(1, GUEST_RULES_MAX, RULES),
      url: webAddress(GUEST_RULES_LINK_MAX, 'The link must begin with https://', /^https:\/\//i).nullable(),
    })
    .nullable(),
  openRequestsMax: wholeNumber(1, CAMPUS_OPEN_REQUESTS_MAX, OPEN_REQUESTS).nullable(),
  startingMeals: wholeNumber(0, CAMPUS_STARTING_MEALS_MAX, STARTING_MEALS).nullable(),
  mealsOnSale: z.boolean(),
  places: z
    .array(line(PLACES).max(LOCATION_MAX, PLACES))
    .transform(withoutRepeats)
    .pipe(z.array(z.string()).max(CAMPUS_PLACES_MAX, PLACES)),
  placesOnly: z.boolean().default(false),
  mealsGivenPerWeek: wholeNumber(1, CAMPUS_MEALS_GIVEN_MAX, MEALS_GIVEN).nullable().default(null),
  term: z
    .object({
      begins: z.iso.date(TERM).refine((date) => date >= TERM_BEGINS_MIN, TERM),
      mealsGiven: wholeNumber(1, CAMPUS_MEALS_GIVEN_MAX, MEALS_GIVEN),
    })
    .nullable()
    .default(null),
  /** The settings as they were loaded, so that a change by somebody else meanwhile is not overwritten. */
  before: campusSettings,
});
export type ChangeCampus = z.infer<typeof changeCampus>;

export const campusRoutes = c.router({
  campuses: {
    method: 'GET',
    path: '/campuses',
    summary: 'The campuses of the operator by a part of their name, with their settings',
    query: z.object({ ...pageQuery, search }),
    responses: { 200: success({ campuses: z.array(deskCampus), pagination }) },
  },
  changeCampus: {
    method: 'PUT',
    path: '/campuses/:id',
    summary:
      'Pause or open a campus, and change its name, time zone, rules for guest meals, limits and places; more starting meals need a fresh code',
    // the institution, such as `stanford.edu`
    pathParams: z.object({ id: line('Please choose a campus') }),
    body: changeCampus,
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED', 'CAMPUS_CHANGED') },
  },
  changeSignOn: {
    method: 'PUT',
    path: '/campuses/:id/sign-on',
    summary: `End passwords at a campus that has a sign-on, ${SIGN_ON_NOTICE_DAYS} days after a mail to its students, or let them relink; needs a fresh code`,
    pathParams: z.object({ id: line('Please choose a campus') }),
    body: withReason.extend(campusSignOn.shape),
    responses: { ...done, ...fails('CONFIRMATION_REQUIRED') },
  },
});
