import { Injectable } from '@nestjs/common';
import type { DeskExchange } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import type { Page } from '../platform/common/pagination.js';
import { isoTime } from '../platform/database/iso-time.js';
import { pageOf } from '../platform/database/page-of.js';
import { CreditHistoryService } from '../ledger/credits/credit-history.service.js';
import { deskMealColumns, withClock, type WithTimeZone } from '../exchange/requests/desk-meal-columns.js';
import { DeskQueries } from './desk.queries.js';
import { exchangeStateColumns, exchangeStateJoins } from './exchange-state-columns.js';

/** The long lists on the page of a student. Throws NOT_FOUND for students of other campuses; campus null: of none. */
@Injectable()
export class StudentListsQueries {
  constructor(
    private readonly db: DataSource,
    private readonly creditHistory: CreditHistoryService,
    private readonly desk: DeskQueries,
  ) {}

  async exchanges(campus: string | null, studentId: string, page: Page) {
    await this.desk.assertStudent(campus, studentId);
    const [rows, pagination] = await pageOf<WithTimeZone<DeskExchange>>(this.db, page, EXCHANGES, [studentId]);
    return { exchanges: rows.map(withClock), pagination };
  }

  async credits(campus: string | null, studentId: string, page: Page) {
    await this.desk.assertStudent(campus, studentId);
    const { entries, pagination } = await this.creditHistory.of({ id: studentId, asOf: null }, page);
    return { entries, pagination };
  }
}

/** The page is chosen before names and states are read. */
const EXCHANGES = `
  WITH theirs AS (
    SELECT id, created_at FROM matches WHERE requester_id = $1
    UNION ALL
    SELECT id, created_at FROM matches WHERE fulfiller_id = $1
  ), page AS MATERIALIZED (
    SELECT id, count(*) OVER ()::int AS total FROM theirs ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3
  )
  SELECT page.total, m.id AS "_id", ${isoTime('m.created_at')} AS "createdAt", ${exchangeStateColumns},
         CASE $1 WHEN m.requester_id THEN 'requester' ELSE 'fulfiller' END AS role, other.name AS other,
         ${deskMealColumns}, r.institution AS campus
    FROM page JOIN matches m USING (id)
    ${exchangeStateJoins}
    JOIN meal_requests r ON r.id = m.request_id
    JOIN students other ON other.id = CASE $1 WHEN m.requester_id THEN m.fulfiller_id ELSE m.requester_id END
   ORDER BY m.created_at DESC, m.id DESC`;
