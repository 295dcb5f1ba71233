import { Injectable } from '@nestjs/common';
import { noCountsUntil, type Match, type MatchCounts, type MyMatchesQuery, type Side } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { offsetOf, paginationOf } from '../../platform/common/pagination.js';
import type { Recipient } from '../../delivery/mail/mails.js';
import type { PushedMeal } from '../../delivery/push/pushes.js';
import { Reads } from '../../platform/database/reads.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { queryRows } from '../../platform/database/query-rows.js';
import {
  endOfNo,
  hasSaid,
  matchColumns,
  matchJoins,
  reputationOf,
  toMatch,
  type MatchRow,
} from '../requests/match-columns.js';
import { requestColumns, requesterOf, toMailedMeal, toMeal, type RequestRow } from '../requests/request-columns.js';
import { contactColumn, isUndone } from './contact-column.js';
import { meetingColumn } from './meeting-column.js';
import { isUnconfirmed } from './confirmation.js';

/** Reads matches for the students on both sides, and for the services that change them. */
@Injectable()
export class MatchesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly reads: Reads,
    private readonly clock: Clock,
  ) {}

  /** The student's matches, newest first, with the counts of all tabs. One round trip. */
  async mine({ id, asOf }: SignedInStudent, query: MyMatchesQuery) {
    const parameters = [id, query.status ?? null, query.limit, offsetOf(query)];
    const rows = await this.reads.rows<ListedRow>(asOf, MINE, parameters);
    const { cancelled, ...counts } = rows[0]!.counts;
    const matches = rows.filter((row) => row.matchId !== null).map((row) => this.asMatch(row));
    const total = query.status ? { ...counts, cancelled }[query.status] : counts.all;
    return { matches, pagination: paginationOf(total, query), counts };
  }

  /**
   * What is disputed, and what the requester is asked about: the fulfiller marked it complete, and a "No" still has an
   * effect. Oldest first.
   */
  async asked({ id, asOf }: SignedInStudent) {
    const rows = await this.reads.rows<ViewedRow>(asOf, ASKED, [id]);
    return { matches: rows.map((row) => this.asMatch(row)) };
  }

  /** One match of the student. Throws NOT_FOUND for matches of others, so that ids can't be probed. */
  async one(studentId: string, matchId: string) {
    return { match: await this.view(this.db.manager, studentId, matchId) };
  }

  /** One match as the student sees it, inside the transaction that changed it. */
  async view(tx: EntityManager, studentId: string, matchId: string): Promise<Match> {
    const [row] = await queryRows<ViewedRow>(tx, ONE, [studentId, matchId]);
    if (!row) throw new AppError('NOT_FOUND');
    return this.asMatch(row);
  }

  /** Both sides, the meal and the state of a match, for changing it and for the mails about that. */
  async exchange(tx: EntityManager, matchId: string): Promise<Exchange | undefined> {
    const [row] = await queryRows<ExchangeRow>(tx, EXCHANGE, [matchId]);
    return row && asExchange(row);
  }

  /** The student's accepted matches on either side, in the order in which transactions lock them. */
  async acceptedOf(tx: EntityManager, studentId: string): Promise<Exchange[]> {
    const rows = await queryRows<ExchangeRow>(
      tx,
      `${EXCHANGES} WHERE m.status = 'accepted' AND (m.requester_id = $1 OR m.fulfiller_id = $1) ORDER BY m.request_id`,
      [studentId],
    );
    return rows.map(asExchange);
  }

  /** The match that the fulfiller has just opened, without reading it again. */
  opened(
    request: RequestRow,
    fulfiller: SignedInStudent,
    { matchId, matchedAt }: Pick<MatchRow, 'matchId' | 'matchedAt'>,
  ): Match {
    return {
      _id: matchId,
      status: 'accepted',
      dispute: null,
      said: { requester: false, fulfiller: false },
      noCountsUntil: noCountsUntil(request.deadline, null).toISOString(),
      createdAt: matchedAt.toISOString(),
      userRole: 'fulfiller',
      request: { ...toMeal(request), requester: requesterOf(request) },
      fulfiller: { name: fulfiller.user.name },
      rating: { requesterRating: null, fulfillerRating: null },
      contact: null,
      meeting: null,
    };
  }

  private asMatch(row: ViewedRow): Match {
    return {
      ...toMatch(row, row.userRole, this.clock.now()),
      cancelledBecause: row.cancelledBecause ?? undefined,
      createdAt: row.matchedAt.toISOString(),
      userRole: row.userRole,
      request: { ...toMeal(row), requester: requesterOf(row) },
      contact: row.contact,
      meeting: row.meeting,
    };
  }
}

/** A match for the services that change it. */
export interface Exchange {
  id: string;
  status: Match['status'];
  completedBy: Side | 'system' | null;
  /** Its deadline has passed, by the database's clock. */
  isOver: boolean;
  requesterHasRated: boolean;
  /** Who said that it happened. */
  said: Record<Side, boolean>;
  /** Until when a "No" has an effect. */
  noCountsUntil: Date;
  requestId: string;
  requester: Recipient & { id: string };
  fulfiller: Recipient & { id: string };
  meal: PushedMeal;
}

type ListedRow = (ViewedRow | { matchId: null }) & { counts: AllCounts };
type AllCounts = MatchCounts & { cancelled: number };
type ViewedRow = RequestRow &
  MatchRow &
  Pick<Match, 'contact' | 'meeting' | 'userRole'> & { cancelledBecause: Match['cancelledBecause'] | null };
type ExchangeRow = RequestRow &
  Pick<MatchRow, 'matchId' | 'matchStatus' | 'completedAt'> &
  Omit<Exchange, 'id' | 'status' | 'meal' | 'noCountsUntil'>;

const asExchange = (row: ExchangeRow): Exchange => ({
  id: row.matchId,
  status: row.matchStatus,
  completedBy: row.completedBy,
  isOver: row.isOver,
  requesterHasRated: row.requesterHasRated,
  said: row.said,
  noCountsUntil: endOfNo(row),
  requestId: row._id,
  requester: row.requester,
  fulfiller: row.fulfiller,
  meal: toMailedMeal(row),
});

/** `$1` is the viewer. */
const COLUMNS = `
  ${matchColumns}, ${requestColumns}, ${reputationOf('requester')} AS "requesterReputation",
  ${contactColumn}, ${meetingColumn}, m.cancelled_because AS "cancelledBecause",
  CASE $1::uuid WHEN m.requester_id THEN 'requester' ELSE 'fulfiller' END AS "userRole"`;

const TABLES = `
  matches m
  JOIN meal_requests r ON r.id = m.request_id
  JOIN students requester ON requester.id = m.requester_id
  ${matchJoins}`;

const ONE = {
  name: 'match',
  text: `SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.id = $2 AND (m.fulfiller_id = $1 OR (m.requester_id = $1 AND NOT ${isUndone}))`,
};

// One branch per side, since each has an index. An accept that was undone in time leaves nothing at the requester.
const MINE = {
  name: 'my matches',
  text: `
  WITH mine AS MATERIALIZED (
    SELECT id, created_at, status FROM matches m WHERE requester_id = $1 AND NOT ${isUndone}
    UNION ALL SELECT id, created_at, status FROM matches WHERE fulfiller_id = $1
  ), page AS (
    SELECT id FROM mine WHERE $2::text IS NULL OR status = $2 ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
  ), tabs AS (
    SELECT json_build_object('all', count(*), 'accepted', count(*) FILTER (WHERE status = 'accepted'),
        'completed', count(*) FILTER (WHERE status = 'completed'),
        'cancelled', count(*) FILTER (WHERE status = 'cancelled')) AS counts FROM mine
  )
  SELECT counts, ${COLUMNS} FROM tabs LEFT JOIN (page JOIN (${TABLES}) ON m.id = page.id) ON true
   ORDER BY m.created_at DESC, m.id DESC`,
};

// One branch per question, since each finds its few matches by other columns.
const ASKED = {
  name: 'matches asked about',
  text: `
  SELECT ${COLUMNS} FROM ${TABLES}
   WHERE m.requester_id = $1 AND ${isUnconfirmed} AND by_requester.match_id IS NULL AND dispute.match_id IS NULL
  UNION ALL
  SELECT ${COLUMNS} FROM ${TABLES}
   WHERE (m.requester_id = $1 OR m.fulfiller_id = $1) AND dispute.match_id IS NOT NULL AND dispute.awarded_to IS NULL
   ORDER BY "completedAt"`,
};

const EXCHANGES = `
  SELECT m.id AS "matchId", m.status AS "matchStatus", m.completed_by AS "completedBy",
         m.completed_at AS "completedAt", r.deadline <= clock_timestamp() AS "isOver",
         EXISTS (SELECT FROM ratings WHERE match_id = m.id AND side = 'requester') AS "requesterHasRated",
         json_build_object('requester', ${hasSaid('requester')}, 'fulfiller', ${hasSaid('fulfiller')}) AS said,
         ${requestColumns},
         json_build_object('id', requester.id, 'name', requester.name, 'email', requester.email) AS requester,
         json_build_object('id', fulfiller.id, 'name', fulfiller.name, 'email', fulfiller.email) AS fulfiller
    FROM matches m
    JOIN meal_requests r ON r.id = m.request_id
    JOIN students requester ON requester.id = m.requester_id
    JOIN students fulfiller ON fulfiller.id = m.fulfiller_id`;

const EXCHANGE = { name: 'exchange', text: `${EXCHANGES} WHERE m.id = $1` };
