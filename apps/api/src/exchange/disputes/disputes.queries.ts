import { Injectable } from '@nestjs/common';
import { DISPUTE_COUNTS_DAYS, DISPUTE_DAYS, disputeEndsAt, side as sides, type Side } from '@spareswipe/contract';
import type { DeskDispute } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import type { Page } from '../../platform/common/pagination.js';
import { isoTime } from '../../platform/database/iso-time.js';
import { pageOf } from '../../platform/database/page-of.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { deskMealColumns, withClock, type WithTimeZone } from '../requests/desk-meal-columns.js';

/** Reads disputes for the services that decide them, and for the list of open ones. */
@Injectable()
export class DisputesQueries {
  constructor(private readonly db: DataSource) {}

  /** `isPaid`: the disputed credit left the fulfiller, who had not spent it. Throws NOT_FOUND without a dispute. */
  async state(tx: EntityManager, matchId: string): Promise<DisputeState> {
    const state = await this.find(tx, matchId);
    if (!state) throw new AppError('NOT_FOUND');
    return state;
  }

  /** The same, or undefined. */
  async find(tx: EntityManager, matchId: string): Promise<DisputeState | undefined> {
    const [row] = await queryRows<DisputeState>(
      tx,
      `SELECT opened_at AS "openedAt", decided_at AS "decidedAt", taken_id IS NOT NULL AS "isPaid"
         FROM ledger.disputes WHERE match_id = $1`,
      [matchId],
    );
    return row;
  }

  /** The student's disputes in 180 days, and with how many people; without those that a side ended, or an operator awarded to them. */
  async record(tx: EntityManager, studentId: string): Promise<DisputeRecord> {
    const [row] = await queryRows<DisputeRecord>(tx, RECORD, [studentId, DISPUTE_COUNTS_DAYS]);
    return row!;
  }

  /** Disputes whose time is over, oldest first. */
  async due(limit: number, except: string[]): Promise<string[]> {
    const rows = await queryRows<{ id: string }>(
      this.db,
      `SELECT match_id AS id FROM ledger.disputes
        WHERE awarded_to IS NULL AND opened_at <= now() - make_interval(days => $1) AND match_id <> ALL ($2)
        ORDER BY opened_at LIMIT $3`,
      [DISPUTE_DAYS, except, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** A page of the undecided disputes, oldest first; of one campus, or null for all. */
  async open(campus: string | null, page: Page) {
    const parameters = [DISPUTE_COUNTS_DAYS, campus];
    const [rows, pagination] = await pageOf<OpenDispute>(this.db, page, OPEN, parameters);
    const disputes = rows.map((row): DeskDispute => ({
      ...withClock(row),
      endsAt: disputeEndsAt(new Date(row.openedAt)).toISOString(),
    }));
    return { disputes, pagination };
  }
}

type OpenDispute = WithTimeZone<Omit<DeskDispute, 'endsAt'>>;

interface DisputeState {
  openedAt: Date;
  decidedAt: Date | null;
  isPaid: boolean;
}

interface DisputeRecord {
  disputes: number;
  students: number;
}

/** The matches of all accounts of a student's mailbox. */
const matchesOf = (student: string) =>
  sides.options
    .map(
      (side) => `
      SELECT m.id, m.requester_id, m.fulfiller_id
        FROM students one JOIN students same USING (mailbox) JOIN matches m ON m.${side}_id = same.id
       WHERE one.id = ${student}`,
    )
    .join(' UNION ');

/**
 * The disputes that count for or against a student; `student` and `days` are SQL. All accounts of a mailbox count as
 * one person, so that a liar can't use a fresh account for each dispute.
 */
const counting = (student: string, days: string) => `
  ledger.disputes counted
    JOIN (${matchesOf(student)}) theirs ON theirs.id = counted.match_id
    JOIN students requesting ON requesting.id = theirs.requester_id
    JOIN students fulfilling ON fulfilling.id = theirs.fulfiller_id
    JOIN students person ON person.id = ${student}
   WHERE counted.opened_at > now() - make_interval(days => ${days})
     AND EXISTS (SELECT FROM ratings -- an operator's void needs no "No", and is nobody's dispute
                  WHERE match_id = counted.match_id AND NOT followed_through
                    AND created_at <= coalesce(counted.decided_at, 'infinity'))
     AND counted.decided_by IS DISTINCT FROM 'side'
     AND NOT (counted.decided_by IS NOT DISTINCT FROM 'operator' AND counted.awarded_to =
              CASE person.mailbox WHEN requesting.mailbox THEN 'requester' ELSE 'fulfiller' END)`;

const RECORD = `
  SELECT count(*)::int AS disputes,
         count(DISTINCT CASE person.mailbox WHEN requesting.mailbox THEN fulfilling.mailbox ELSE requesting.mailbox END)::int
           AS students
    FROM ${counting('$1', '$2')}`;

const sideOf = (side: Side) => `
  json_build_object('_id', ${side}.id, 'name', ${side}.name,
                    'hereAt', ${isoTime(`m.${side}_here_at`)}, 'metAt', ${isoTime(`m.${side}_met_at`)},
                    'followedThrough', by_${side}.followed_through, 'ratedAt', ${isoTime(`by_${side}.created_at`)},
                    'comment', by_${side}.comment,
                    'disputes', (SELECT count(*) FROM ${counting(`${side}.id`, '$1')})) AS ${side}`;

/** Null where the "No" itself completed the exchange, for the side that had confirmed it: nobody marked it complete. */
const MARKED_AT = `
  CASE WHEN m.completed_at < (SELECT min(created_at) FROM ratings WHERE match_id = m.id AND NOT followed_through)
       THEN m.completed_at END`;

const OPEN = `
  SELECT d.match_id AS "matchId", ${isoTime('d.opened_at')} AS "openedAt", m.completed_by AS "completedBy",
         ${isoTime(`(${MARKED_AT})`)} AS "completedAt",
         ${deskMealColumns}, ${sideOf('requester')}, ${sideOf('fulfiller')},
         count(*) OVER ()::int AS total
    FROM ledger.disputes d
    JOIN matches m ON m.id = d.match_id
    JOIN meal_requests r ON r.id = m.request_id
    JOIN students requester ON requester.id = m.requester_id
    JOIN students fulfiller ON fulfiller.id = m.fulfiller_id
    LEFT JOIN ratings by_requester ON by_requester.match_id = m.id AND by_requester.side = 'requester'
    LEFT JOIN ratings by_fulfiller ON by_fulfiller.match_id = m.id AND by_fulfiller.side = 'fulfiller'
   WHERE d.awarded_to IS NULL AND ($2::text IS NULL OR r.institution = $2)
   ORDER BY d.opened_at, d.match_id LIMIT $3 OFFSET $4`;
