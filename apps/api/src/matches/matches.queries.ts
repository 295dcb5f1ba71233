import { Injectable } from '@nestjs/common';
import type { Match, MatchCounts, MatchStatus, MyMatchesQuery, RequestStatus, Side } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import type { Meal, Recipient } from '../mail/mails.js';
import { offsetOf, paginationOf } from '../common/pagination.js';
import { visibleRatings, type RatingColumns } from './visible-ratings.js';

/** What a student reads about their matches, on either side. */
@Injectable()
export class MatchesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The student's matches, newest first, with the counts of all tabs. One round trip. */
  async mine(studentId: string, query: MyMatchesQuery) {
    const parameters = [studentId, query.status ?? null, query.limit, offsetOf(query)];
    const rows = await this.db.query<(Counted & (MatchRow | { _id: null }))[]>(MINE, parameters);
    const { cancelled, ...counts } = rows[0]?.counts ?? NO_MATCHES;
    const matches = rows.filter(isFilled).map((row) => this.asMatch(row));
    const total = query.status ? { ...counts, cancelled }[query.status] : counts.all;
    return { success: true as const, matches, pagination: paginationOf(total, query), counts };
  }

  /** One match as the student sees it, inside the transaction that changed it. */
  async one(tx: EntityManager, studentId: string, matchId: string): Promise<Match> {
    const [row] = await tx.query<MatchRow[]>(`SELECT ${COLUMNS} FROM matches m ${JOINS} WHERE m.id = $2`, [
      studentId,
      matchId,
    ]);
    if (!row) throw new AppError('NOT_FOUND');
    return this.asMatch(row);
  }

  /** Both sides, the meal and the state of a match: what its changes and their mails need. */
  async exchange(tx: EntityManager, matchId: string): Promise<Exchange | undefined> {
    const [exchange] = await tx.query<Exchange[]>(`${EXCHANGE} WHERE m.id = $1`, [matchId]);
    return exchange;
  }

  /** The student's open matches on either side, always in the same order, since each is going to be locked. */
  acceptedOf(tx: EntityManager, studentId: string): Promise<Exchange[]> {
    return tx.query<Exchange[]>(
      `${EXCHANGE} WHERE m.status = 'accepted' AND (m.requester_id = $1 OR m.fulfiller_id = $1) ORDER BY m.request_id`,
      [studentId],
    );
  }

  private asMatch(row: MatchRow): Match {
    const { mealPeriod, mealDescription, location, urgency, isFlexible } = row;
    return {
      _id: row._id,
      status: row.status,
      createdAt: row.createdAt.toISOString(),
      userRole: row.userRole,
      request: {
        _id: row.requestId,
        mealPeriod,
        mealDescription,
        location,
        description: row.description ?? undefined,
        urgency,
        isFlexible,
        deadline: row.deadline.toISOString(),
        status: row.requestStatus,
        requester: { name: row.requesterName },
      },
      fulfiller: { name: row.fulfillerName },
      rating: visibleRatings(row, row.userRole, this.clock.now()),
    };
  }
}

/** A match as the services that change it see it. */
export interface Exchange {
  id: string;
  status: MatchStatus;
  completedBy: Side | 'system' | null;
  completedAt: Date | null;
  requestId: string;
  requester: Recipient & { id: string };
  fulfiller: Recipient & { id: string };
  meal: Meal;
}

type AllCounts = MatchCounts & { cancelled: number };
const NO_MATCHES: AllCounts = { all: 0, accepted: 0, completed: 0, cancelled: 0 };
interface Counted {
  counts: AllCounts;
}

/** The counts come with every row, so a page with nothing on it is one row without an id. */
const isFilled = <T extends { _id: string | null }>(row: T): row is Exclude<T, { _id: null }> => row._id !== null;

interface MatchRow
  extends
    RatingColumns,
    Pick<Match['request'], 'mealPeriod' | 'mealDescription' | 'location' | 'urgency' | 'isFlexible'> {
  _id: string;
  status: MatchStatus;
  createdAt: Date;
  userRole: Side;
  requestId: string;
  description: string | null;
  deadline: Date;
  requestStatus: RequestStatus;
  requesterName: string;
  fulfillerName: string;
}

const COLUMNS = `
  m.id AS "_id", m.status, m.created_at AS "createdAt",
  CASE $1::uuid WHEN m.requester_id THEN 'requester' ELSE 'fulfiller' END AS "userRole",
  r.id AS "requestId", r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location,
  r.description, r.urgency, r.is_flexible AS "isFlexible", r.deadline, r.status AS "requestStatus",
  requester.name AS "requesterName", fulfiller.name AS "fulfillerName",
  by_requester.score AS "requesterScore", by_requester.followed_through AS "requesterFollowedThrough",
  by_requester.created_at AS "requesterRatedAt", by_fulfiller.score AS "fulfillerScore",
  by_fulfiller.followed_through AS "fulfillerFollowedThrough", by_fulfiller.created_at AS "fulfillerRatedAt"`;

const JOINS = `
  JOIN meal_requests r ON r.id = m.request_id
  JOIN students requester ON requester.id = m.requester_id
  JOIN students fulfiller ON fulfiller.id = m.fulfiller_id
  LEFT JOIN ratings by_requester ON by_requester.match_id = m.id AND by_requester.side = 'requester'
  LEFT JOIN ratings by_fulfiller ON by_fulfiller.match_id = m.id AND by_fulfiller.side = 'fulfiller'`;

// Either side has its own index, which also knows the status.
const MINE = `
  WITH mine AS MATERIALIZED (
    SELECT id, created_at, status FROM matches WHERE requester_id = $1
    UNION ALL SELECT id, created_at, status FROM matches WHERE fulfiller_id = $1
  ), page AS (
    SELECT id FROM mine WHERE $2::text IS NULL OR status = $2 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
  ), tabs AS (
    SELECT json_build_object('all', count(*), 'accepted', count(*) FILTER (WHERE status = 'accepted'),
        'completed', count(*) FILTER (WHERE status = 'completed'),
        'cancelled', count(*) FILTER (WHERE status = 'cancelled')) AS counts FROM mine
  )
  SELECT counts, ${COLUMNS} FROM tabs LEFT JOIN (page JOIN matches m ON m.id = page.id ${JOINS}) ON true
   ORDER BY m.created_at DESC, m.id DESC`;

const EXCHANGE = `
  SELECT m.id, m.status, m.completed_by AS "completedBy", m.completed_at AS "completedAt", r.id AS "requestId",
         json_build_object('id', requester.id, 'name', requester.name, 'email', requester.email) AS requester,
         json_build_object('id', fulfiller.id, 'name', fulfiller.name, 'email', fulfiller.email) AS fulfiller,
         json_build_object('mealPeriod', r.meal_period, 'mealDescription', r.meal_description,
           'location', r.location, 'deadline', r.deadline) AS meal
    FROM matches m
    JOIN meal_requests r ON r.id = m.request_id
    JOIN students requester ON requester.id = m.requester_id
    JOIN students fulfiller ON fulfiller.id = m.fulfiller_id`;
