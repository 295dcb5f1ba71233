import { Injectable } from '@nestjs/common';
import {
  contestableUntil,
  REPORTS_COUNT_ONCE_DAYS,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  STRIKING_REPORTS,
  STRIKING_REPORTS_DAYS,
  SUSPENSION_DAYS,
} from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import { UsersService } from '../users/users.service.js';
import { StrikesQueries } from './strikes.queries.js';

const DAY_MS = 24 * 60 * 60_000;

/** The student who gets a strike, the other side of the match, and the match. */
export interface Accusation {
  studentId: string;
  accuserId: string;
  matchId: string;
}

export interface Strike {
  /** The end of the suspension that the strike causes; null: it is a warning. */
  suspendedUntil: Date | null;
}

export interface NewStrike extends Strike {
  /** Null where nobody would decide. */
  contestableUntil: Date | null;
}

/** Records strikes, and suspends students who have too many (spec §4). The caller has locked the struck student. */
@Injectable()
export class StrikesService {
  constructor(
    private readonly clock: Clock,
    private readonly queries: StrikesQueries,
    private readonly users: UsersService,
  ) {}

  /**
   * A strike on one student's word against another's. Strikes count people: returns null if the student has one by this
   * accuser within 180 days, or if the accuser had reported two other exchanges in the 30 days before. The caller has
   * locked both students.
   */
  async addReported(tx: EntityManager, accusation: Accusation): Promise<NewStrike | null> {
    if ((await this.reportsBefore(tx, accusation)) >= STRIKING_REPORTS) return null;
    return this.add(tx, accusation, daysBefore(this.clock.now(), REPORTS_COUNT_ONCE_DAYS));
  }

  /** A strike that an operator decided, so that no limit applies. Returns null if the student has one for this match already. */
  addDecided(tx: EntityManager, accusation: Accusation): Promise<NewStrike | null> {
    return this.add(tx, accusation, null);
  }

  async find(tx: EntityManager, id: string): Promise<RecordedStrike | undefined> {
    const [strike] = await tx.query<RecordedStrike[]>(
      `SELECT student_id AS "studentId", match_id AS "matchId", created_at AS "createdAt", consumed_at AS "consumedAt",
              withdrawn_at AS "withdrawnAt", contested_at AS "contestedAt", contest_decided_at AS "decidedAt"
         FROM strikes WHERE id = $1`,
      [id],
    );
    return strike;
  }

  /**
   * The strike no longer counts, and a suspension that it caused ends: what else that suspension used up counts again, and an
   * earlier one goes on. Returns the suspension that is left, or undefined if the strike was withdrawn before. The caller has
   * locked the student.
   */
  async withdraw(tx: EntityManager, id: string): Promise<Strike | undefined> {
    const now = this.clock.now();
    const strike = (await this.find(tx, id))!;
    if (strike.withdrawnAt) return undefined;
    await tx.query(
      `UPDATE strikes SET withdrawn_at = $2, consumed_at = coalesce(consumed_at, $2),
              contest_decided_at = CASE WHEN contested_at IS NOT NULL THEN coalesce(contest_decided_at, $2) END
        WHERE id = $1`,
      [id, now],
    );
    return this.endSuspensionBy(tx, strike);
  }

  /**
   * A contested strike counts, but suspends nobody until it is decided: a suspension that it caused ends. The caller has
   * locked the student.
   */
  async contest(tx: EntityManager, id: string, text: string): Promise<void> {
    const strike = (await this.find(tx, id))!;
    await tx.query('UPDATE strikes SET contest = $2, contested_at = $3 WHERE id = $1', [id, text, this.clock.now()]);
    await this.endSuspensionBy(tx, strike);
  }

  /**
   * A contested strike stands, and counts for suspensions from now on. Returns undefined if its contest was decided before.
   * The caller has locked the student.
   */
  async uphold(tx: EntityManager, id: string): Promise<Strike | undefined> {
    const now = this.clock.now();
    const [[upheld]] = await tx.query<[{ studentId: string; consumedAt: Date | null }[], number]>(
      `UPDATE strikes SET contest_decided_at = $2
        WHERE id = $1 AND contested_at IS NOT NULL AND contest_decided_at IS NULL
       RETURNING student_id AS "studentId", consumed_at AS "consumedAt"`,
      [id, now],
    );
    if (!upheld) return undefined;
    return { suspendedUntil: upheld.consumedAt ? null : await this.suspendIfTooMany(tx, upheld.studentId, now) };
  }

  /**
   * Ends the suspension that a strike caused, and no other: what else it used up counts again, and an earlier suspension
   * goes on.
   */
  private async endSuspensionBy(tx: EntityManager, { studentId, consumedAt }: RecordedStrike): Promise<Strike> {
    const until = await this.users.suspendedUntil(tx, studentId);
    if (!consumedAt || until?.getTime() !== endOfSuspension(consumedAt).getTime()) return { suspendedUntil: until };
    const [earlier] = await tx.query<[{ at: Date | null }]>(
      'SELECT max(consumed_at) AS at FROM strikes WHERE student_id = $1 AND withdrawn_at IS NULL AND consumed_at < $2',
      [studentId, consumedAt],
    );
    const now = this.clock.now();
    const rest = earlier.at && endOfSuspension(earlier.at);
    const suspendedUntil = rest && rest > now ? rest : null;
    await this.users.suspend(tx, studentId, suspendedUntil);
    await tx.query(
      'UPDATE strikes SET consumed_at = NULL WHERE student_id = $1 AND consumed_at = $2 AND withdrawn_at IS NULL',
      [studentId, consumedAt],
    );
    return { suspendedUntil };
  }

  /**
   * The reports by all accounts of the accuser's mailbox in the 30 days before the one of this match; 0 if the accuser did
   * not report it.
   */
  private async reportsBefore(tx: EntityManager, { accuserId, matchId }: Accusation): Promise<number> {
    const [earlier] = await tx.query<{ count: number }[]>(
      `SELECT count(*)::int
         FROM ratings report
         JOIN students accuser ON accuser.id = report.rater_id
         JOIN students same ON same.mailbox = accuser.mailbox
         JOIN ratings earlier ON earlier.rater_id = same.id
        WHERE report.match_id = $1 AND report.rater_id = $2 AND NOT report.followed_through
          AND NOT earlier.followed_through AND earlier.match_id <> report.match_id
          AND earlier.created_at BETWEEN report.created_at - make_interval(days => $3) AND report.created_at`,
      [matchId, accuserId, STRIKING_REPORTS_DAYS],
    );
    return earlier!.count;
  }

  /** Adds nothing if the student has a strike by an account of the same person that is younger than `unlessSince`. */
  private async add(tx: EntityManager, accusation: Accusation, unlessSince: Date | null): Promise<NewStrike | null> {
    const { studentId, accuserId, matchId } = accusation;
    const now = this.clock.now();
    const added = await tx.query<unknown[]>(
      `INSERT INTO strikes (id, student_id, accuser_id, match_id, created_at)
       SELECT $1, $2, $3, $4, $5
        WHERE NOT EXISTS (SELECT FROM strikes s JOIN students before ON before.id = s.accuser_id
                            JOIN students accuser ON accuser.id = $3 AND accuser.mailbox = before.mailbox
                           WHERE s.student_id = $2 AND s.created_at > $6 AND s.withdrawn_at IS NULL)
       ON CONFLICT (student_id, match_id) DO NOTHING RETURNING id`,
      [newId(), studentId, accuserId, matchId, now, unlessSince],
    );
    if (!added.length) return null;
    return {
      suspendedUntil: await this.suspendIfTooMany(tx, studentId, now),
      contestableUntil: (await this.queries.hasOperator(tx, studentId)) ? contestableUntil(now) : null,
    };
  }

  /**
   * Every second live strike suspends for 7 days, and a strike during a suspension restarts the 7 days. Both use up all
   * live strikes, but for contested ones that wait for their decision.
   */
  private async suspendIfTooMany(tx: EntityManager, studentId: string, now: Date): Promise<Date | null> {
    const [live] = await tx.query<{ count: number }[]>(
      `SELECT count(*)::int FROM strikes WHERE student_id = $1 AND ${LIVE} AND created_at > $2`,
      [studentId, daysBefore(now, STRIKE_LAPSES_AFTER_DAYS)],
    );
    if (live!.count < STRIKES_PER_SUSPENSION && !(await this.users.isSuspended(tx, studentId))) return null;
    const until = endOfSuspension(now);
    await this.users.suspend(tx, studentId, until);
    await tx.query(`UPDATE strikes SET consumed_at = $2 WHERE student_id = $1 AND ${LIVE}`, [studentId, now]);
    return until;
  }
}

/** Neither used up by a suspension, nor contested without a decision. */
const LIVE = 'consumed_at IS NULL AND (contested_at IS NULL OR contest_decided_at IS NOT NULL)';

interface RecordedStrike {
  studentId: string;
  matchId: string;
  createdAt: Date;
  /** When a suspension used it up. */
  consumedAt: Date | null;
  withdrawnAt: Date | null;
  contestedAt: Date | null;
  decidedAt: Date | null;
}

const endOfSuspension = (start: Date) => new Date(start.getTime() + SUSPENSION_DAYS * DAY_MS);
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
