import { Injectable } from '@nestjs/common';
import type { BrowseQuery, MatchStatus, MealRequest, MyRequestsQuery, RequestCounts } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock.js';
import type { SignedInStudent } from '../http/current-student.js';
import { offsetOf, paginationOf } from '../common/pagination.js';
import { visibleRatings, type RatingColumns } from '../matches/visible-ratings.js';
import { prepared } from '../database/prepared.js';
import { pageInReach, pageOfRareWord } from './browse-statements.js';

/**
 * How long it is taken for granted whether more is open than browsing reaches, on all campuses or on one, and if so, what
 * was counted there for each filter. Nobody counts along up there; below, every total is exact.
 */
const KNOWN_FOR_MS = 5000;
const KNOWN_MAX = 1000;

/** What students read about requests. A request past its deadline reads as expired, also before the sweep has been there. */
@Injectable()
export class RequestsQueries {
  private readonly known = new Map<string, { isCapped: boolean; totals: Map<string, number>; until: number }>();

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Active requests with a deadline ahead: own campus first, then soonest deadline (DESIGN §6). */
  async browse(student: SignedInStudent, query: BrowseQuery) {
    const rare = await this.rarePage(student, query);
    const { rows, isTotalCapped } = rare ? { rows: rare, isTotalCapped: false } : await this.page(student, query);
    const requests = rows.filter(isFilled).map((row) => asRequest(row, row.requesterId === student.id, null));
    return { success: true as const, requests, pagination: paginationOf(rows[0]?.total ?? 0, query), isTotalCapped };
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

  private async rarePage({ institution }: SignedInStudent, query: BrowseQuery): Promise<BrowseRow[] | undefined> {
    const statement = pageOfRareWord(institution, query);
    if (!statement) return undefined;
    const rows = await this.db.query<(BrowseRow & { isRare: boolean })[]>(statement.text, statement.values);
    return rows[0]?.isRare ? rows : undefined;
  }

  private async page({ institution }: SignedInStudent, query: BrowseQuery) {
    const { campus, mealPeriod, search, urgency } = query;
    const scope = campus === 'mine' ? institution : '';
    const filter = JSON.stringify([mealPeriod, urgency, search]);
    const now = this.clock.now().getTime();
    const remembered = this.known.get(scope);
    const known = remembered && remembered.until > now ? remembered : undefined;
    const statement = pageInReach(institution, query, { isCapped: known?.isCapped, total: known?.totals.get(filter) });
    const rows = await prepared<PageRow>(this.db, statement, statement.values);
    const [{ counted, isCapped }] = rows as [PageRow];
    const seen = known ?? { isCapped, totals: new Map<string, number>(), until: now + KNOWN_FOR_MS };
    if (!known) keep(this.known, scope, seen);
    if (isCapped && counted !== null) keep(seen.totals, filter, counted);
    return { rows, isTotalCapped: isCapped };
  }
}

function keep<Value>(known: Map<string, Value>, key: string, value: Value): void {
  if (known.size === KNOWN_MAX) known.clear();
  known.set(key, value);
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
interface PageRow extends BrowseRow {
  counted: number | null;
  isCapped: boolean;
}
interface MineRow extends RequestRow, RatingColumns {
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
