import { Injectable } from '@nestjs/common';
import {
  BROWSE_REACH,
  PLACE_STUDENTS_MIN,
  PLACES_DAYS,
  PLACES_MAX,
  type BrowseQuery,
  type MealRequest,
  type MyRequestsQuery,
  type RequestCounts,
} from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { placesOf } from '../../people/campuses/campus-columns.js';
import { containing } from '../../platform/common/containing.js';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { offsetOf, paginationOf } from '../../platform/common/pagination.js';
import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';
import { queryRows, type Prepared } from '../../platform/database/query-rows.js';
import { Reads } from '../../platform/database/reads.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { matchColumns, matchJoins, reputationOf, toMatch, type MatchRow } from './match-columns.js';
import { campusPauseColumn, isReleasedBy, requestColumns, toRequest, type RequestRow } from './request-columns.js';

@Injectable()
export class RequestsQueries {
  constructor(
    private readonly db: DataSource,
    private readonly reads: Reads,
    private readonly clock: Clock,
  ) {}

  /** Active requests before their deadline: own campus first, then the soonest deadline. */
  async browse(viewer: SignedInStudent, query: BrowseQuery) {
    const statement = browseStatement(viewer, query);
    const rows = await this.reads.rows<Listed<BrowsedRow>>(viewer.asOf, statement, statement.values);
    const found = rows[0]!.found;
    const requests = rows.filter(isRequest).map((row) => toRequest(row, viewer.id, row));
    const pagination = paginationOf(Math.min(found, BROWSE_REACH), query);
    return { requests, pagination, isTotalCapped: found > BROWSE_REACH };
  }

  /** The student's own requests, newest first, with the counts of all tabs. One round trip. */
  async mine({ id, asOf }: SignedInStudent, query: MyRequestsQuery) {
    const parameters = [id, query.status ?? null, query.limit, offsetOf(query)];
    const rows = await this.reads.rows<Listed<MineRow>>(asOf, MINE, parameters);
    const { counts } = rows[0]!;
    const requests = rows.filter(isRequest).map((row) => toRequest(row, id, { match: this.matchOf(row) }));
    const total = query.status ? counts[query.status] : counts.all;
    return { requests, pagination: paginationOf(total, query), counts };
  }

  /** A request that the viewer may accept, or their own. Throws NOT_FOUND for all others, so ids can't be probed. */
  async one({ id: viewerId }: SignedInStudent, requestId: string) {
    const [row] = await queryRows<WithMatch & ForAccepting>(this.db, ONE, [requestId, viewerId]);
    if (!row) throw new AppError('NOT_FOUND');
    const match = this.matchOf(row);
    return { request: toRequest(row, viewerId, { ...row, match }) };
  }

  /** Places that several students of the campus named in their latest requests, so that no private text shows. */
  async places({ institution, asOf }: SignedInStudent) {
    const rows = await this.reads.rows<{ place: string }>(asOf, PLACES, [institution]);
    return { places: rows.map(({ place }) => place) };
  }

  private matchOf(row: WithMatch): MealRequest['match'] {
    return row.matchId === null ? null : toMatch(row, 'requester', this.clock.now());
  }
}

/** Whether the viewer may accept it. */
type ForAccepting = Pick<MealRequest, 'isReleased' | 'campusPause'>;

/** Every row repeats the totals, so an empty page is one row without an id. */
type Listed<Row> = Row | (Omit<Row, '_id'> & { _id: null });
const isRequest = <Row extends { _id: string }>(row: Listed<Row>): row is Row => row._id !== null;

type BrowsedRow = RequestRow & ForAccepting & { found: number };
type WithMatch = RequestRow & (MatchRow | { matchId: null });
type MineRow = WithMatch & { counts: RequestCounts };

const MINE = {
  name: 'my requests',
  text: `
  WITH mine AS (
    SELECT id, status, created_at FROM meal_requests WHERE requester_id = $1
  ), page AS (
    SELECT id FROM mine WHERE $2::text IS NULL OR status = $2 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
  ), tabs AS (
    SELECT json_build_object('all', count(*),
        'active', count(*) FILTER (WHERE status = 'active'), 'matched', count(*) FILTER (WHERE status = 'matched'),
        'completed', count(*) FILTER (WHERE status = 'completed'),
        'cancelled', count(*) FILTER (WHERE status = 'cancelled'),
        'expired', count(*) FILTER (WHERE status = 'expired')) AS counts FROM mine
  )
  SELECT counts, ${requestColumns}, ${matchColumns}
    FROM tabs
    LEFT JOIN (page JOIN meal_requests r USING (id) JOIN students requester ON requester.id = r.requester_id) ON true
    LEFT JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
    ${matchJoins}
   ORDER BY r.created_at DESC, r.id DESC`,
};

const ONE = {
  name: 'request',
  text: `
  SELECT ${requestColumns}, ${matchColumns}, ${reputationOf('requester')} AS "requesterReputation", ${isReleasedBy(accountsOf('$2'), 'r.id')} AS "isReleased", ${campusPauseColumn}
    FROM meal_requests r JOIN students requester ON requester.id = r.requester_id
    LEFT JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
    ${matchJoins}
   WHERE r.id = $1 AND (r.requester_id = $2 OR r.status = 'active' AND r.deadline > now())`,
};

/**
 * Selects all places that operators set and, unless they allow no others, frequent ones from the latest 500 requests of the
 * campus, without requests that operators removed. A mailbox counts once for a place, however many accounts it has.
 */
const PLACES = {
  name: 'places',
  text: `
  WITH named AS ${placesOf('$1')},
  latest AS (
    SELECT location, requester_id FROM meal_requests r
     WHERE institution = $1 AND created_at > now() - interval '${PLACES_DAYS} days'
       AND NOT EXISTS (SELECT FROM campuses WHERE institution = $1 AND places_only)
       AND NOT EXISTS (SELECT FROM operator_log l WHERE l.institution = $1 AND l.action = 'remove-request' AND l.request_id = r.id)
     ORDER BY created_at DESC LIMIT 500
  ), used AS (
    SELECT mode() WITHIN GROUP (ORDER BY location) AS place, count(DISTINCT s.mailbox) AS students
      FROM latest JOIN students s ON s.id = requester_id
     WHERE folded(location) NOT IN (SELECT folded(place) FROM named)
     GROUP BY folded(location) HAVING count(DISTINCT s.mailbox) >= ${PLACE_STUDENTS_MIN}
  )
  SELECT place FROM (
    SELECT place, ordinal, NULL AS students FROM named UNION ALL SELECT place, NULL, students FROM used) AS suggested
   ORDER BY ordinal, students DESC, lower(place)
   LIMIT greatest(${PLACES_MAX}, (SELECT count(*) FROM named))`,
};

/**
 * A page of open requests in two index scans by deadline: the viewer's campus, then as many others as the page has room
 * for. `found` counts all results, up to one more than pages reach.
 */
export function browseStatement(
  viewer: { id: string; institution: string },
  query: BrowseQuery,
): Prepared & { values: unknown[] } {
  const { location, mealPeriod, search, urgency, withinMinutes } = query;
  const offset = Math.min(offsetOf(query), BROWSE_REACH);
  const values: unknown[] = [viewer.institution, offset, Math.min(query.limit, BROWSE_REACH - offset), viewer.id];
  const parameter = (value: unknown) => `$${values.push(value)}`;

  let open = `status = 'active' AND deadline > now()`;
  if (query.campus === 'mine') open += ` AND institution = $1`;
  if (mealPeriod) open += ` AND meal_period = ${parameter(mealPeriod)}`;
  if (urgency) open += ` AND urgency = ${parameter(urgency)}`;
  if (withinMinutes) open += ` AND deadline <= now() + make_interval(mins => ${parameter(withinMinutes)}::int)`;
  const contains = (text: string) => ` AND search_text LIKE folded(${parameter(containing(text))})`;
  if (search !== undefined) open += contains(search);
  // `search_text` contains the place, so its index finds a rare place among all campuses
  if (location !== undefined) open += `${contains(location)} AND folded(location) = folded(${parameter(location)})`;

  // a constant if only the own campus is asked for, so that PostgreSQL does not read it a second time
  const elsewhere = query.campus === 'mine' ? 'false' : 'institution <> $1';
  const text = `
    WITH own AS (
      SELECT false AS is_elsewhere, id, deadline FROM meal_requests WHERE ${open} AND institution = $1
       ORDER BY deadline, id LIMIT $2::int + $3::int
    ), others AS (
      SELECT * FROM (
        SELECT true AS is_elsewhere, id, deadline FROM meal_requests WHERE ${open} AND ${elsewhere}
         ORDER BY deadline, id LIMIT $2::int + $3::int
      ) next LIMIT $2::int + $3::int - (SELECT count(*) FROM own)
    ), page AS (
      SELECT * FROM (TABLE own UNION ALL TABLE others) listed ORDER BY is_elsewhere, deadline, id LIMIT $3 OFFSET $2
    ), total AS (
      SELECT count(*)::int AS found FROM (SELECT FROM meal_requests WHERE ${open} LIMIT ${BROWSE_REACH + 1}) counted
    )
    SELECT found, ${requestColumns}, ${reputationOf('requester')} AS "requesterReputation", ${isReleasedBy(accountsOf('$4'), 'r.id')} AS "isReleased",
           ${campusPauseColumn}
      FROM total
      LEFT JOIN (page JOIN meal_requests r USING (id) JOIN students requester ON requester.id = r.requester_id) ON true
     ORDER BY is_elsewhere, r.deadline, r.id`;
  // no name for a search: PostgreSQL must plan it each time, since the best index depends on the word
  const isNamed = search === undefined && location === undefined;
  const name = ['browse', query.campus, mealPeriod && 'period', urgency && 'urgency', withinMinutes && 'within']
    .filter(Boolean)
    .join(' ');
  return { name: isNamed ? name : undefined, text, values };
}
