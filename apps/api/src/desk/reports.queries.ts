import { Injectable } from '@nestjs/common';
import { PROFILE_LIST_MAX } from '@spareswipe/contract';
import type { DeskReport } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import type { Page } from '../platform/common/pagination.js';
import { isoTime } from '../platform/database/iso-time.js';
import { deskMealColumns, withClock, type WithTimeZone } from '../exchange/requests/desk-meal-columns.js';
import { pageOf } from '../platform/database/page-of.js';
import { queryRows } from '../platform/database/query-rows.js';

/** What students reported, for operators. `campus` is the operator's; null: all. */
@Injectable()
export class DeskReportsQueries {
  constructor(private readonly db: DataSource) {}

  /** Open reports: those about safety, then the oldest first. Answered ones: the latest first. */
  async list(campus: string | null, { state, ...page }: Page & { state: 'open' | 'answered' }) {
    const order = state === 'open' ? `p.kind <> 'safety', p.created_at, p.id` : 'p.answered_at DESC NULLS LAST, p.id';
    const [rows, pagination] = await pageOf<ReportRow>(
      this.db,
      page,
      `SELECT ${REPORT}, count(*) OVER ()::int AS total FROM ${REPORT_TABLES}
        WHERE p.state = $2 AND ${SEEN_BY}
        ORDER BY ${order} LIMIT $3 OFFSET $4`,
      [campus, state],
    );
    return { reports: rows.map(withClock), pagination };
  }

  async ofStudent(campus: string | null, studentId: string): Promise<DeskReport[]> {
    const rows = await queryRows<ReportRow>(
      this.db,
      `SELECT ${REPORT} FROM ${REPORT_TABLES}
        WHERE $2 IN (reporter.id, reported.id) AND ${SEEN_BY}
        ORDER BY p.created_at DESC, p.id LIMIT ${PROFILE_LIST_MAX}`,
      [campus, studentId],
    );
    return rows.map(withClock);
  }

  async find(campus: string | null, id: string): Promise<ReportRow | undefined> {
    const [report] = await queryRows<ReportRow>(
      this.db,
      `SELECT ${REPORT} FROM ${REPORT_TABLES} WHERE p.id = $2 AND ${SEEN_BY}`,
      [campus, id],
    );
    return report;
  }
}

type ReportRow = WithTimeZone<DeskReport>;

const person = (student: string) => `json_build_object('_id', ${student}.id, 'name', ${student}.name) AS ${student}`;

const REPORT = `
  p.id AS "_id", ${isoTime('p.created_at')} AS "createdAt", p.kind, p.text, ${deskMealColumns}, p.match_id AS "matchId", p.answer,
  ${isoTime('p.answered_at')} AS "answeredAt", answerer.email AS "answeredBy", r.institution AS campus,
  ${person('reporter')}, ${person('reported')},
  CASE p.kind WHEN 'comment' THEN
    (SELECT comment FROM ratings WHERE match_id = p.match_id AND rater_id = reported.id) END AS comment`;

/** `reported`: the other side of the match, or the requester. */
const REPORT_TABLES = `
  reports p
    LEFT JOIN matches m ON m.id = p.match_id
    JOIN meal_requests r ON r.id = coalesce(p.request_id, m.request_id)
    JOIN students reporter ON reporter.id = p.reporter_id
    JOIN students reported ON reported.id = CASE m.requester_id WHEN p.reporter_id THEN m.fulfiller_id ELSE r.requester_id END
    LEFT JOIN operators answerer ON answerer.id = p.operator_id`;

/** The campus of either side; $1 null: any. The meal is on the campus of one of them. */
const SEEN_BY = `($1::text IS NULL OR $1 IN (reporter.institution, reported.institution))`;
