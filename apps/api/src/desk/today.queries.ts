import { Injectable } from '@nestjs/common';
import { DESK_COUNTS_DAYS, DESK_PLOT_DAYS, DESK_PLOT_WEEKS } from '@spareswipe/contract';
import type { Period, Today } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../platform/common/clock.js';
import { hasOwnOperator } from '../platform/database/campus-operators.js';
import { queryRows } from '../platform/database/query-rows.js';
import { noShowTables } from './no-shows.queries.js';

/** The desk's first screen: how a campus is doing. `campus` null: all campuses together, on the clocks of UTC. */
@Injectable()
export class TodayQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  async today(campus: string | null) {
    const parameters = [campus, this.clock.now()];
    const [counts] = await queryRows<Counts>(this.db, COUNTS, parameters);
    const periods = await queryRows<Period & { unit: 'day' | 'week' }>(this.db, PERIODS, parameters);
    const { openRequests, minutesToMatch, noShows, ...waiting } = counts!;
    const of = (wanted: 'day' | 'week'): Period[] =>
      periods.filter(({ unit }) => unit === wanted).map(({ unit: _, ...period }) => period);
    const today: Today = { openRequests, minutesToMatch, noShows, waiting, days: of('day'), weeks: of('week') };
    return { today };
  }

  /** What waits for an operator of this campus. For one of all campuses (null): on campuses without an operator of their own. */
  async waitingFor(tx: EntityManager, campus: string | null): Promise<Today['waiting']> {
    const [waiting] = await queryRows<Today['waiting']>(
      tx,
      `SELECT ${waitingColumns((of) => `CASE WHEN $1::text IS NULL THEN NOT ${hasOwnOperator(of)} ELSE ${of} = $1 END`)}`,
      [campus],
    );
    return waiting!;
  }
}

type Counts = Pick<Today, 'openRequests' | 'minutesToMatch' | 'noShows'> & Today['waiting'];

const on = (institution: string) => `($1::text IS NULL OR ${institution} = $1)`;

/**
 * How much waits for an operator: open reports, contested strikes and disputes. `on` makes a condition of the column that holds
 * a campus. A report belongs to the campuses of both sides.
 */
const waitingColumns = (on: (campus: string) => string) => `
  (SELECT count(*)::int FROM reports p
     LEFT JOIN matches m ON m.id = p.match_id
     JOIN meal_requests r ON r.id = coalesce(p.request_id, m.request_id)
     JOIN students requester ON requester.id = r.requester_id
     JOIN students other ON other.id = coalesce(m.fulfiller_id, p.reporter_id)
    WHERE p.state = 'open' AND (${on('requester.institution')} OR ${on('other.institution')})) AS reports,
  (SELECT count(*)::int FROM strikes k JOIN students s ON s.id = k.student_id
    WHERE k.contested_at IS NOT NULL AND k.contest_decided_at IS NULL AND ${on('s.institution')}) AS contests,
  (SELECT count(*)::int FROM ledger.disputes d JOIN matches m ON m.id = d.match_id
     JOIN meal_requests r ON r.id = m.request_id
    WHERE d.awarded_to IS NULL AND ${on('r.institution')}) AS disputes`;

/** "No"s on the campus, without those that an operator found wrong. */
const NO_SHOWS = `(
  SELECT n.match_id, n.created_at ${noShowTables}
    JOIN meal_requests r ON r.id = m.request_id
    LEFT JOIN ledger.disputes d ON d.match_id = m.id
   WHERE NOT n.followed_through AND k.withdrawn_at IS NULL
     AND (d.awarded_to IS NULL OR d.awarded_to IN (n.side, 'nobody')) AND ${on('r.institution')}) n`;

/** A request is matched while it has a match that nobody called off. */
const COUNTS = `
  SELECT (SELECT count(*)::int FROM meal_requests r
           WHERE r.status = 'active' AND r.deadline > $2 AND ${on('r.institution')}) AS "openRequests",
         (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM m.created_at - r.created_at) / 60)
            FROM meal_requests r JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
           WHERE r.created_at > $2::timestamptz - interval '${DESK_COUNTS_DAYS} days' AND ${on('r.institution')}) AS "minutesToMatch",
         (SELECT count(DISTINCT n.match_id)::int FROM ${NO_SHOWS}
           WHERE n.created_at > $2::timestamptz - interval '${DESK_COUNTS_DAYS} days') AS "noShows",
         ${waitingColumns(on)}`;

/** Counted by day once, then summed up. Weeks begin on Monday. */
const PERIODS = `
  WITH zone AS MATERIALIZED (
    SELECT coalesce((SELECT known_zone(time_zone) FROM campuses WHERE institution = $1), 'UTC') AS name
  ), bounds AS MATERIALIZED (
    SELECT today, date_trunc('week', today)::date AS monday, zone.name
      FROM zone, LATERAL (SELECT ($2::timestamptz AT TIME ZONE zone.name)::date AS today) t
  ), since AS MATERIALIZED (SELECT (monday - ${7 * (DESK_PLOT_WEEKS - 1)})::timestamp AT TIME ZONE name AS start FROM bounds),
  by_day AS MATERIALIZED (
    SELECT (r.created_at AT TIME ZONE bounds.name)::date AS day, count(*) AS posted, count(m.id) AS matched, 0 AS no_shows
      FROM bounds, meal_requests r LEFT JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
     WHERE r.created_at >= (SELECT start FROM since) AND ${on('r.institution')}
     GROUP BY 1
    UNION ALL
    SELECT (n.created_at AT TIME ZONE bounds.name)::date, 0, 0, count(DISTINCT n.match_id)
      FROM bounds, ${NO_SHOWS} WHERE n.created_at >= (SELECT start FROM since)
     GROUP BY 1
  ), periods AS (
    SELECT 'day' AS unit, today - ago AS first, today - ago + 1 AS next FROM bounds, generate_series(0, ${DESK_PLOT_DAYS - 1}) ago
    UNION ALL
    SELECT 'week', monday - 7 * ago, monday - 7 * ago + 7 FROM bounds, generate_series(0, ${DESK_PLOT_WEEKS - 1}) ago
  )
  SELECT unit, first::text AS "from", coalesce(sum(posted), 0)::int AS posted, coalesce(sum(matched), 0)::int AS matched,
         coalesce(sum(no_shows), 0)::int AS "noShows"
    FROM periods LEFT JOIN by_day ON day >= first AND day < next
   GROUP BY unit, first ORDER BY first`;
