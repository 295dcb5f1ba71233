import { Injectable } from '@nestjs/common';
import {
  CONTEST_DAYS,
  contestableUntil,
  contestEndsAt,
  STRIKE_LAPSES_AFTER_DAYS,
  type OwnStrike,
} from '@spareswipe/contract';
import type { DeskContest } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import type { Page } from '../../platform/common/pagination.js';
import { suspendedUntil } from '../../platform/database/suspension-of-mailbox.js';
import { campusOf, toMealCampus, type CampusRow } from '../../people/campuses/campus-columns.js';
import { isoTime } from '../../platform/database/iso-time.js';
import { pageOf } from '../../platform/database/page-of.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { deskMealColumns, withClock, type WithTimeZone } from '../requests/desk-meal-columns.js';

/** Reads strikes, for struck students and for those who decide contested ones. */
@Injectable()
export class StrikesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Those that count: live ones, and those of the current suspension. */
  async mine(studentId: string) {
    const now = this.clock.now();
    const rows = await queryRows<StrikeRow>(this.db, MINE, [studentId, now]);
    const hasOperator = rows.length > 0 && (await this.hasOperator(this.db.manager, studentId));
    const strikes = rows.map(
      ({ createdAt, deadline, institution, campus, contestedAt, isDecided, ...strike }): OwnStrike => {
        const until = contestableUntil(createdAt);
        return {
          ...strike,
          createdAt: createdAt.toISOString(),
          deadline: deadline.toISOString(),
          campus: toMealCampus(institution, campus, deadline),
          contestableUntil: hasOperator && !contestedAt && now < until ? until.toISOString() : null,
          contest: contestedAt && {
            contestedAt: contestedAt.toISOString(),
            endsAt: contestEndsAt(contestedAt).toISOString(),
            isDecided,
          },
        };
      },
    );
    return { strikes };
  }

  /** Whether there is an operator, of the student's campus or of all, who would decide. */
  async hasOperator(tx: EntityManager, studentId: string): Promise<boolean> {
    const found = await queryRows(
      tx,
      `SELECT FROM operators o JOIN students s ON o.institution IS NULL OR o.institution = s.institution
        WHERE s.id = $1 AND o.accepted_at IS NOT NULL AND o.revoked_at IS NULL LIMIT 1`,
      [studentId],
    );
    return found.length > 0;
  }

  /** Contests whose time is over, oldest first. */
  async dueContests(now: Date, limit: number, except: string[]): Promise<string[]> {
    const rows = await queryRows<{ id: string }>(
      this.db,
      `SELECT id FROM strikes
        WHERE contested_at <= $1::timestamptz - make_interval(days => $2) AND contest_decided_at IS NULL AND id <> ALL ($4)
        ORDER BY contested_at LIMIT $3`,
      [now, CONTEST_DAYS, limit, except],
    );
    return rows.map(({ id }) => id);
  }

  /** A page of the undecided contests, oldest first; of one campus, or null for all. */
  async openContests(campus: string | null, page: Page) {
    const [rows, pagination] = await pageOf<OpenContest>(this.db, page, OPEN_CONTESTS, [campus]);
    const contests = rows.map((row): DeskContest => ({
      ...withClock(row),
      endsAt: contestEndsAt(new Date(row.contestedAt)).toISOString(),
    }));
    return { contests, pagination };
  }
}

interface StrikeRow extends Pick<OwnStrike, '_id' | 'mealDescription' | 'location'> {
  createdAt: Date;
  deadline: Date;
  institution: string;
  campus: CampusRow;
  contestedAt: Date | null;
  isDecided: boolean;
}

const MINE = `
  SELECT k.id AS "_id", k.created_at AS "createdAt", r.meal_description AS "mealDescription", r.location, r.deadline,
         r.institution, ${campusOf('r.institution')} AS campus, k.contested_at AS "contestedAt", k.contest_decided_at IS NOT NULL AS "isDecided"
    FROM strikes k
    JOIN students s ON s.id = k.student_id
    JOIN matches m ON m.id = k.match_id
    JOIN meal_requests r ON r.id = m.request_id
   WHERE k.student_id = $1 AND k.withdrawn_at IS NULL
     AND k.created_at > $2::timestamptz - interval '${STRIKE_LAPSES_AFTER_DAYS} days'
     AND (k.consumed_at IS NULL OR ${suspendedUntil('$2')} IS NOT NULL)
   ORDER BY k.created_at DESC, k.id`;

type OpenContest = WithTimeZone<Omit<DeskContest, 'endsAt'>>;

const person = (student: string) => `json_build_object('_id', ${student}.id, 'name', ${student}.name)`;

/** Only for students of the campus: its operators may withdraw no other strikes. */
const OPEN_CONTESTS = `
  SELECT k.id AS "strikeId", ${person('s')} AS student, ${person('accuser')} AS accuser, s.institution AS campus,
         ${deskMealColumns}, ${isoTime('k.created_at')} AS "struckAt",
         ${isoTime('k.contested_at')} AS "contestedAt", k.contest AS text, given.comment,
         count(*) OVER ()::int AS total
    FROM strikes k
    JOIN students s ON s.id = k.student_id
    JOIN students accuser ON accuser.id = k.accuser_id
    JOIN matches m ON m.id = k.match_id
    JOIN meal_requests r ON r.id = m.request_id
    LEFT JOIN ratings given ON given.match_id = m.id AND given.rater_id = k.accuser_id
   WHERE k.contested_at IS NOT NULL AND k.contest_decided_at IS NULL AND ($1::text IS NULL OR s.institution = $1)
   ORDER BY k.contested_at, k.id LIMIT $2 OFFSET $3`;
