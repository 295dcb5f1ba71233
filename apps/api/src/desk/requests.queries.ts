import { Injectable } from '@nestjs/common';
import type { RequestStatus } from '@spareswipe/contract';
import type { DeskRequest } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { containing } from '../platform/common/containing.js';
import type { Page } from '../platform/common/pagination.js';
import { isoTime } from '../platform/database/iso-time.js';
import { pageOf } from '../platform/database/page-of.js';
import { queryRows } from '../platform/database/query-rows.js';
import { mealTimeColumns, withClock, type WithTimeZone } from '../exchange/requests/desk-meal-columns.js';
import { exchangeStateColumns, exchangeStateJoins } from './exchange-state-columns.js';

type Query = Page & { search?: string | undefined; status?: RequestStatus | undefined; id?: string | undefined };

/** Requests and their matches, for operators. `campus` is the operator's; null: all. */
@Injectable()
export class DeskRequestsQueries {
  constructor(private readonly db: DataSource) {}

  /** By a part of the meal, the place, the details or the name of a student on either side; the latest first. */
  async list(campus: string | null, { search, status, id, ...page }: Query) {
    const parameters = [campus, status, id, search ? containing(search) : null];
    const [rows, pagination] = await pageOf<WithTimeZone<DeskRequest>>(this.db, page, LISTED, parameters);
    return { requests: rows.map(withClock), pagination };
  }

  async requesterOf(requestId: string): Promise<string | undefined> {
    const [row] = await queryRows<{ requesterId: string }>(
      this.db,
      'SELECT requester_id AS "requesterId" FROM meal_requests WHERE id = $1',
      [requestId],
    );
    return row?.requesterId;
  }
}

/** The page is chosen before names and states are read. */
const LISTED = `
  WITH page AS MATERIALIZED (
    SELECT r.id, count(*) OVER ()::int AS total FROM meal_requests r
     WHERE ($1::text IS NULL OR r.institution = $1) AND ($2::text IS NULL OR r.status = $2)
       AND ($3::uuid IS NULL OR r.id = $3)
       AND ($4::text IS NULL OR r.search_text LIKE folded($4)
         OR r.requester_id IN (SELECT id FROM students WHERE name ILIKE $4)
         OR r.id IN (SELECT request_id FROM matches JOIN students s ON s.id = fulfiller_id WHERE s.name ILIKE $4))
     ORDER BY r.created_at DESC, r.id DESC LIMIT $5 OFFSET $6
  )
  SELECT page.total, r.id AS "_id", ${isoTime('r.created_at')} AS "createdAt", r.status, r.meal_description AS "mealDescription",
         r.location, r.description, ${mealTimeColumns}, r.institution AS campus,
         json_build_object('_id', requester.id, 'name', requester.name) AS requester, latest.match
    FROM page
    JOIN meal_requests r USING (id)
    JOIN students requester ON requester.id = r.requester_id
    LEFT JOIN LATERAL (
      SELECT to_jsonb(shown) AS match FROM (
        SELECT m.id AS "_id", json_build_object('_id', s.id, 'name', s.name) AS fulfiller, ${exchangeStateColumns}
          FROM matches m
          JOIN students s ON s.id = m.fulfiller_id
          ${exchangeStateJoins}
         WHERE m.request_id = r.id ORDER BY m.created_at DESC, m.id DESC LIMIT 1) shown) latest ON true
   ORDER BY r.created_at DESC, r.id DESC`;
