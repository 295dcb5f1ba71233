import { Injectable } from '@nestjs/common';
import type { BrowseQuery, MatchStatus, MealRequest, MyRequestsQuery, RequestCounts } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock.js';
import type { SignedInStudent } from '../common/current-student.js';
import { offsetOf, paginationOf } from '../common/pagination.js';
import { visibleRatings, type GivenRatings } from '../common/visible-ratings.js';

/**
 * Browsing reaches this many requests, the first ones, and counts no further: so a page costs the same however many
 * there are. With a filter it takes several looks to find one, hence fewer.
 */
const REACH = { unfiltered: 1000, filtered: 300 };
/** Of the own campus, this many requests come before everybody else's. */
const CAMPUS_REACH = 1000;

/** What students read about requests. A request past its deadline reads as expired, also before the sweep has been there. */
@Injectable()
export class RequestsQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Active requests with a deadline ahead: own campus first, then soonest deadline (DESIGN §6). One round trip. */
  async browse(student: SignedInStudent, query: BrowseQuery) {
    const { campus, mealPeriod, search, urgency } = query;
    const reach = (mealPeriod ?? search ?? urgency) ? REACH.filtered : REACH.unfiltered;
    const offset = Math.min(offsetOf(query), reach);
    const end = Math.min(offset + query.limit, reach);
    const pattern = search === undefined ? null : `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const rows = await this.db.query<BrowseRow[]>(BROWSE, [
      student.institution,
      mealPeriod ?? null,
      urgency ?? null,
      pattern,
      campus === 'mine',
      end,
      offset,
      reach,
    ]);
    const requests = rows.filter(isFilled).map((row) => asRequest(row, row.requesterId === student.id, null));
    return { success: true as const, requests, pagination: paginationOf(rows[0]?.total ?? 0, query) };
  }

  /** The student's own requests, newest first, with the counts of all tabs. One round trip. */
  async mine(student: SignedInStudent, query: MyRequestsQuery) {
    const rows = await this.db.query<MineRow[]>(MINE, [student.id, query.status ?? null, query.limit, offsetOf(query)]);
    const counts = rows[0]?.counts ?? NO_REQUESTS;
    const now = this.clock.now();
    const requests = rows.filter(isFilled).map((row) => asRequest(row, true, asMatch(row, now)));
    const total = query.status ? counts[query.status] : counts.all;
    return { success: true as const, requests, pagination: paginationOf(total, query), counts };
  }
}

const NO_REQUESTS: RequestCounts = { all: 0, active: 0, matched: 0, completed: 0, cancelled: 0, expired: 0 };

interface RequestRow extends Pick<
  MealRequest,
  'mealPeriod' | 'mealDescription' | 'location' | 'urgency' | 'isFlexible' | 'status'
> {
  _id: string | null;
  description: string | null;
  deadline: Date;
  createdAt: Date;
  requesterName: string;
  institution: string;
}
interface BrowseRow extends RequestRow {
  total: number;
  requesterId: string;
}
interface MineRow extends RequestRow, GivenRatings {
  counts: RequestCounts;
  matchId: string | null;
  matchStatus: MatchStatus;
  fulfillerName: string;
}

/** The count comes with every row, so a page with nothing on it is one row without an id. */
const isFilled = <T extends { _id: string | null }>(row: T): row is T & { _id: string } => row._id !== null;

function asRequest(row: RequestRow & { _id: string }, isOwn: boolean, match: MealRequest['match']): MealRequest {
  const { _id, mealPeriod, mealDescription, location, description, urgency, isFlexible, status } = row;
  return {
    _id,
    mealPeriod,
    mealDescription,
    location,
    description: description ?? undefined,
    urgency,
    isFlexible,
    deadline: row.deadline.toISOString(),
    status,
    createdAt: row.createdAt.toISOString(),
    isOwn,
    requester: { name: row.requesterName, institution: row.institution },
    match,
  };
}

function asMatch(row: MineRow, now: Date): MealRequest['match'] {
  if (row.matchId === null) return null;
  const rating = visibleRatings(row, 'requester', now);
  return { _id: row.matchId, status: row.matchStatus, fulfiller: { name: row.fulfillerName }, rating };
}

const COLUMNS = `
  r.id AS "_id", r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location, r.description,
  r.urgency, r.is_flexible AS "isFlexible", r.deadline, r.created_at AS "createdAt", r.institution`;

const OPEN = `r.status = 'active' AND r.deadline > now()`;

// Parameters left null are folded away when the statement is planned.
const WANTED = `($2::text IS NULL OR r.meal_period = $2) AND ($3::text IS NULL OR r.urgency = $3)
  AND ($4::text IS NULL OR r.meal_description ILIKE $4 OR r.location ILIKE $4 OR r.description ILIKE $4)`;

// Two walks along an index in deadline order. The second takes what the first left free: nothing if the page is full. The
// first stops at its reach, so that a filter which hardly anything on campus passes does not read the whole campus; what
// lies beyond joins the second. The count is asked for only where the page does not tell it.
const BROWSE = `
  WITH campus AS (
    SELECT r.* FROM meal_requests r WHERE ${OPEN} AND r.institution = $1 ORDER BY r.deadline, r.id LIMIT ${CAMPUS_REACH}
  ), own AS MATERIALIZED (
    SELECT * FROM campus r WHERE ${WANTED} ORDER BY deadline, id LIMIT $6
  ), others AS (
    SELECT * FROM (
      SELECT r.* FROM meal_requests r
       WHERE ${OPEN} AND ${WANTED} AND NOT $5 AND (r.institution <> $1 OR (r.deadline, r.id) > (
         SELECT deadline, id FROM meal_requests r WHERE ${OPEN} AND r.institution = $1
          ORDER BY deadline, id LIMIT 1 OFFSET ${CAMPUS_REACH} - 1))
       ORDER BY r.deadline, r.id LIMIT $6) r
     LIMIT $6 - (SELECT count(*) FROM own)
  ), page AS MATERIALIZED (
    SELECT 1 AS walk, own.* FROM own UNION ALL SELECT 2, others.* FROM others
     ORDER BY walk, deadline, id LIMIT $6 - $7 OFFSET $7
  ), here AS (
    SELECT count(*) AS rows FROM page
  ), found AS (
    SELECT CASE WHEN rows < $6 - $7 AND (rows > 0 OR $7 = 0) THEN $7 + rows ELSE (
      SELECT count(*) FROM (
        SELECT FROM meal_requests r WHERE ${OPEN} AND ${WANTED} AND (r.institution = $1 OR NOT $5) LIMIT $8) counted
    ) END::int AS total FROM here
  )
  SELECT total, ${COLUMNS}, r.status, r.requester_id AS "requesterId", s.name AS "requesterName"
    FROM found LEFT JOIN (page r JOIN students s ON s.id = r.requester_id) ON true
   ORDER BY r.walk, r.deadline, r.id`;

const MINE = `
  WITH mine AS (
    SELECT id, created_at, CASE WHEN status = 'active' AND deadline <= now() THEN 'expired' ELSE status END AS status
      FROM meal_requests WHERE requester_id = $1
  ), page AS (
    SELECT * FROM mine WHERE $2::text IS NULL OR status = $2 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
  ), tabs AS (
    SELECT json_build_object('all', count(*),
        'active', count(*) FILTER (WHERE status = 'active'), 'matched', count(*) FILTER (WHERE status = 'matched'),
        'completed', count(*) FILTER (WHERE status = 'completed'),
        'cancelled', count(*) FILTER (WHERE status = 'cancelled'),
        'expired', count(*) FILTER (WHERE status = 'expired')) AS counts FROM mine
  )
  SELECT counts, ${COLUMNS}, page.status, s.name AS "requesterName",
         m.id AS "matchId", m.status AS "matchStatus", f.name AS "fulfillerName",
         by_requester.score AS "requesterScore", by_requester.followed_through AS "requesterFollowedThrough", by_requester.created_at AS "requesterRatedAt",
         by_fulfiller.score AS "fulfillerScore", by_fulfiller.followed_through AS "fulfillerFollowedThrough", by_fulfiller.created_at AS "fulfillerRatedAt"
    FROM tabs
    LEFT JOIN (page JOIN meal_requests r ON r.id = page.id JOIN students s ON s.id = r.requester_id) ON true
    LEFT JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
    LEFT JOIN students f ON f.id = m.fulfiller_id
    LEFT JOIN ratings by_requester ON by_requester.match_id = m.id AND by_requester.side = 'requester'
    LEFT JOIN ratings by_fulfiller ON by_fulfiller.match_id = m.id AND by_fulfiller.side = 'fulfiller'
   ORDER BY r.created_at DESC, r.id DESC`;
