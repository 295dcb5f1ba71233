import { counted } from '@spareswipe/contract';
import { LIKELY_ZONE } from '../../delivery/mail/meal-time.js';
import { AppError } from '../../platform/common/app-error.js';

/** A limit of the fulfiller's campus that they have reached. */
export type MealsGivenLimit = { per: 'week' | 'term'; max: number } | null;

const dayOf = (request: string) =>
  `(${request}.deadline AT TIME ZONE coalesce(known_zone(campus.time_zone), '${LIKELY_ZONE}'))`;

const given = (when: string) => `
  (SELECT count(*) FROM matches m JOIN meal_requests r ON r.id = m.request_id
    WHERE m.fulfiller_id = ANY ($3) AND m.status IN ('accepted', 'completed') AND ${when}
      AND NOT EXISTS (SELECT FROM ledger.disputes d WHERE d.match_id = m.id AND d.awarded_to = 'requester'))`;

/**
 * The limit of the campus of a fulfiller `$1` that the match `$2` exceeds, or null. Promised and completed meals of the accounts
 * `$3` count, unless a dispute returned them, in the week or term of their deadline by the clock of the campus.
 */
export const EXCEEDED_LIMIT = `
  SELECT CASE
      WHEN campus.meals_given_per_week IS NOT NULL
       AND campus.meals_given_per_week < ${given(`date_trunc('week', ${dayOf('r')}) = date_trunc('week', ${dayOf('meal')})`)}
      THEN json_build_object('per', 'week', 'max', campus.meals_given_per_week)
      WHEN campus.meals_given_per_term IS NOT NULL AND ${dayOf('meal')} >= campus.term_begins
       AND campus.meals_given_per_term < ${given(`${dayOf('r')} >= campus.term_begins`)}
      THEN json_build_object('per', 'term', 'max', campus.meals_given_per_term)
    END AS "limit"
    FROM students s JOIN campuses campus USING (institution),
         matches opened JOIN meal_requests meal ON meal.id = opened.request_id
   WHERE s.id = $1 AND opened.id = $2`;

export function tooManyMealsGiven({ per, max }: NonNullable<MealsGivenLimit>): AppError {
  const when = per === 'week' ? 'in the week of this one' : 'this term';
  const message = `Your campus lets you give ${counted(max, 'meal')} a ${per}, and you have given or promised as many ${when}.`;
  return new AppError('MEALS_GIVEN_LIMIT', { message });
}
