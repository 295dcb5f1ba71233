import { Injectable } from '@nestjs/common';
import { PROFILE_LIST_MAX, STRIKE_LAPSES_AFTER_DAYS } from '@spareswipe/contract';
import type { DeskProfile, DeskStudent, LogLine } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import {
  SETTINGS_COLUMNS,
  toSettings,
  toSignOn,
  type SettingsRow,
  type SignOnRow,
} from '../people/campuses/campus-columns.js';
import { AppError } from '../platform/common/app-error.js';
import { Clock } from '../platform/common/clock.js';
import { Settings } from '../platform/config/settings.js';
import { providerAt } from '../platform/config/sign-on-providers.js';
import { containing } from '../platform/common/containing.js';
import type { Page } from '../platform/common/pagination.js';
import { hasOwnOperator } from '../platform/database/campus-operators.js';
import { suspendedThrough, suspendedUntil } from '../platform/database/suspension-of-mailbox.js';
import { isoTime } from '../platform/database/iso-time.js';
import { pageOf } from '../platform/database/page-of.js';
import { queryRows } from '../platform/database/query-rows.js';
import { IS_CONTACT_READ } from '../people/operators/operator-log.service.js';
import { NoShowsQueries } from './no-shows.queries.js';
import { DeskReportsQueries } from './reports.queries.js';

/** The student whom an action is about. */
export interface SubjectStudent {
  id: string;
  name: string;
  email: string;
  campus: string;
  suspendedUntil: Date | null;
  closedAt: Date | null;
}

/** Reads for operators. `campus` is the operator's; null: all. Finds nothing of other campuses. */
@Injectable()
export class DeskQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly noShows: NoShowsQueries,
    private readonly reports: DeskReportsQueries,
  ) {}

  /** By a part of the name, in any case. */
  async campuses(campus: string | null, { search = '', ...page }: Page & { search?: string | undefined }) {
    const parameters = [campus, containing(search)];
    const [rows, pagination] = await pageOf<CampusRow>(this.db, page, CAMPUSES, parameters);
    const providers = this.settings.SIGN_ON;
    const campuses = rows.map(({ institution, students, hasOperator, ...settings }) => ({
      institution,
      students,
      hasOperator,
      ...toSettings(settings, this.clock.now()),
      ...(providerAt(providers, institution) && { signOn: toSignOn(settings) }),
    }));
    return { campuses, pagination };
  }

  /**
   * By a part of the name, or by the whole address. By address every page returns the student, so that the log says who was
   * found: the total of an empty page would reveal without a line that the address has an account.
   */
  async students(campus: string | null, { search = '', ...page }: Page & { search?: string | undefined }) {
    const [students, pagination] = await pageOf<DeskStudent>(
      this.db,
      search.includes('@') ? { ...page, page: 1 } : page,
      `SELECT ${studentAt('$3')}, count(*) OVER ()::int AS total FROM students s
        WHERE ($1::text IS NULL OR s.institution = $1) AND (s.name ILIKE $2 OR s.email = lower($4))
        ORDER BY s.name, s.id LIMIT $5 OFFSET $6`,
      [campus, containing(search), this.clock.now(), search],
    );
    return { students, pagination };
  }

  async student(campus: string | null, id: string) {
    const [row] = await queryRows<ProfileRow>(this.db, PROFILE, [campus, id, this.clock.now()]);
    if (!row) throw new AppError('NOT_FOUND');
    const profile: DeskProfile = {
      ...row,
      noShows: await this.noShows.ofStudent(id),
      reports: await this.reports.ofStudent(campus, id),
      log: await this.linesAbout(campus, id),
    };
    return { student: profile };
  }

  async log(campus: string | null, { of, ...page }: Page & { of?: 'actions' | 'contacts' | undefined }) {
    const [lines, pagination] = await pageOf<LogLine>(
      this.db,
      page,
      `SELECT ${LOG}, count(*) OVER ()::int AS total FROM ${LOG_TABLES}
        WHERE ($1::text IS NULL OR l.institution = $1)
          AND ($2::boolean IS NULL OR ${IS_CONTACT_READ} = $2)
        ORDER BY l.id DESC LIMIT $3 OFFSET $4`,
      [campus, of && of === 'contacts'],
    );
    return { lines, pagination };
  }

  /** Throws NOT_FOUND for students of other campuses. */
  async assertStudent(campus: string | null, id: string): Promise<void> {
    const found = await queryRows(
      this.db,
      'SELECT FROM students WHERE id = $2 AND ($1::text IS NULL OR institution = $1)',
      [campus, id],
    );
    if (!found.length) throw new AppError('NOT_FOUND');
  }

  /** Completed exchanges that the operator voided in 24 hours. Locks the operator, so that simultaneous voids are counted one by one. */
  async mealsVoided(tx: EntityManager, operatorId: string): Promise<number> {
    await queryRows(tx, 'SELECT FROM operators WHERE id = $1 FOR NO KEY UPDATE', [operatorId]);
    const [row] = await queryRows<{ count: number }>(
      tx,
      `SELECT count(*)::int AS count FROM operator_log
        WHERE operator_id = $1 AND action = 'void' AND before->>'status' = 'completed'
          AND created_at > clock_timestamp() - interval '24 hours'`,
      [operatorId],
    );
    return row!.count;
  }

  /** The student with the suspension of their mailbox, locked until the transaction ends; undefined on another campus. */
  async lockStudent(tx: EntityManager, campus: string | null, id: string): Promise<SubjectStudent | undefined> {
    const [row] = await queryRows<SubjectStudent>(
      tx,
      `SELECT s.id, s.name, s.email, s.institution AS campus, ${suspendedUntil('$3')} AS "suspendedUntil",
              s.deactivated_at AS "closedAt"
         FROM students s WHERE s.id = $2 AND ($1::text IS NULL OR s.institution = $1) AND s.verified_at IS NOT NULL
          FOR NO KEY UPDATE`,
      [campus, id, this.clock.now()],
    );
    return row;
  }

  async campusOfMatch(matchId: string): Promise<string | undefined> {
    const [row] = await queryRows<{ campus: string }>(
      this.db,
      'SELECT r.institution AS campus FROM matches m JOIN meal_requests r ON r.id = m.request_id WHERE m.id = $1',
      [matchId],
    );
    return row?.campus;
  }

  /** The latest actions about the student or an exchange of theirs. */
  private linesAbout(campus: string | null, studentId: string): Promise<LogLine[]> {
    return queryRows<LogLine>(
      this.db,
      `SELECT ${LOG} FROM ${LOG_TABLES}
        WHERE ($1::text IS NULL OR l.institution = $1) AND NOT ${IS_CONTACT_READ}
          AND (l.student_id = $2 OR l.match_id = ANY (ARRAY(
                SELECT id FROM matches WHERE requester_id = $2 UNION ALL SELECT id FROM matches WHERE fulfiller_id = $2)))
        ORDER BY l.id DESC LIMIT ${PROFILE_LIST_MAX}`,
      [campus, studentId],
    );
  }
}

interface CampusRow extends SettingsRow, SignOnRow {
  institution: string;
  students: number;
  hasOperator: boolean;
}

type ProfileRow = Omit<DeskProfile, 'noShows' | 'reports' | 'log'>;

const CAMPUSES = `
  SELECT c.institution, ${SETTINGS_COLUMNS}, sign_on_required_from AS "signOnRequiredFrom", relink_until AS "relinkUntil", ${hasOwnOperator('c.institution')} AS "hasOperator", count(*) OVER ()::int AS total,
         (SELECT count(*)::int FROM students s
           WHERE s.institution = c.institution AND s.verified_at IS NOT NULL AND s.deactivated_at IS NULL) AS students
    FROM campuses c WHERE ($1::text IS NULL OR c.institution = $1) AND c.institution ILIKE $2
   ORDER BY c.institution LIMIT $3 OFFSET $4`;

const balance = (kind: string) =>
  `(SELECT a.balance FROM ledger.accounts a WHERE a.student_id = s.id AND a.kind = '${kind}')`;

const studentAt = (now: string) => `
  s.id AS "_id", s.name, s.email, s.institution AS campus, ${balance('available')} AS credits,
  s.verified_at IS NOT NULL AS "isVerified", ${isoTime(suspendedUntil(now))} AS "suspendedUntil",
  ${suspendedThrough(now)} AS "suspendedThrough", ${isoTime('s.deactivated_at')} AS "closedAt"`;

/** With the latest strikes. */
const PROFILE = `
  SELECT ${studentAt('$3')}, s.phone_number AS "phoneNumber", ${isoTime('s.created_at')} AS "createdAt", ${balance('held')} AS held,
         -${balance('debt')} AS debt, strikes.list AS strikes
    FROM students s,
    LATERAL (SELECT coalesce(json_agg(k), '[]') AS list FROM (
      SELECT k.id AS "_id", ${isoTime('k.created_at')} AS "createdAt", accuser.name AS accuser, k.match_id AS "matchId",
             CASE WHEN k.withdrawn_at IS NOT NULL THEN 'withdrawn'
                  WHEN k.contested_at IS NOT NULL AND k.contest_decided_at IS NULL THEN 'contested'
                  WHEN k.consumed_at IS NOT NULL THEN 'used'
                  WHEN k.created_at <= $3::timestamptz - interval '${STRIKE_LAPSES_AFTER_DAYS} days' THEN 'lapsed'
                  ELSE 'live' END AS state
        FROM strikes k JOIN students accuser ON accuser.id = k.accuser_id
       WHERE k.student_id = s.id ORDER BY k.created_at DESC LIMIT ${PROFILE_LIST_MAX}) k) strikes
   WHERE s.id = $2 AND ($1::text IS NULL OR s.institution = $1)`;

const person = (student: string) =>
  `CASE WHEN ${student}.id IS NOT NULL THEN json_build_object('_id', ${student}.id, 'name', ${student}.name) END`;

const LOG = `
  l.id AS "_id", ${isoTime('l.created_at')} AS "createdAt", o.email AS operator, l.action, l.institution AS campus,
  ${person('s')} AS student, l.reason, l.before, l.after,
  CASE WHEN r.id IS NOT NULL THEN json_build_object('requestId', r.id, 'matchId', m.id,
    'mealDescription', r.meal_description, 'requester', ${person('requester')}, 'fulfiller', ${person('fulfiller')})
  END AS exchange`;
const LOG_TABLES = `
  operator_log l
    JOIN operators o ON o.id = l.operator_id
    LEFT JOIN students s ON s.id = l.student_id
    LEFT JOIN matches m ON m.id = l.match_id
    LEFT JOIN meal_requests r ON r.id = coalesce(l.request_id, m.request_id)
    LEFT JOIN students requester ON requester.id = r.requester_id
    LEFT JOIN students fulfiller ON fulfiller.id = m.fulfiller_id`;
