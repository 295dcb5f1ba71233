import { Injectable } from '@nestjs/common';
import {
  contestableUntil,
  REPORTS_COUNT_ONCE_DAYS,
  STRIKING_REPORTS,
  STRIKING_REPORTS_DAYS,
} from '@spareswipe/contract';
import { IsNull, Not, Raw, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { Strike } from '../../platform/database/tables/strike.entity.js';
import { UsersService } from '../../people/users/users.service.js';
import { StrikesQueries } from './strikes.queries.js';
import { suspensionOf, type SetByOperator } from './suspension.js';

const DAY_MS = 24 * 60 * 60_000;

/** The student who gets a strike, the other side of the match, and the match. */
export interface Accusation {
  studentId: string;
  accuserId: string;
  matchId: string;
}

export interface Consequence {
  /** The end of the suspension that the strike causes; null: it is a warning. */
  suspendedUntil: Date | null;
}

export interface NewStrike extends Consequence {
  /** Null if there is no operator who would decide. */
  contestableUntil: Date | null;
}

/**
 * Records strikes, and suspends people who have too many (spec §4). Strikes of all accounts of a mailbox count together, so
 * the caller has locked the struck student's mailbox.
 */
@Injectable()
export class StrikesService {
  constructor(
    private readonly clock: Clock,
    private readonly queries: StrikesQueries,
    private readonly users: UsersService,
  ) {}

  /**
   * A strike on one student's word against another's. Strikes count people: returns null if both are accounts of one mailbox, if
   * the person has one by this accuser within 180 days, or if the accuser had reported two other exchanges in the 30 days
   * before. The caller has locked both mailboxes.
   */
  async addReported(tx: EntityManager, accusation: Accusation): Promise<NewStrike | null> {
    if ((await this.reportsBefore(tx, accusation)) >= STRIKING_REPORTS) return null;
    return this.add(tx, accusation, daysBefore(this.clock.now(), REPORTS_COUNT_ONCE_DAYS));
  }

  /** A strike that an operator decided, so that no limit applies. Returns null if the student has one for this match already. */
  addDecided(tx: EntityManager, accusation: Accusation): Promise<NewStrike | null> {
    return this.add(tx, accusation, null);
  }

  find(tx: EntityManager, id: string): Promise<Strike | null> {
    return tx.findOneBy(Strike, { id });
  }

  /**
   * Withdraws a strike, which ends what it added to a suspension. Returns the suspension that is left, or undefined if
   * the strike was withdrawn before. The caller has locked the mailbox.
   */
  async withdraw(tx: EntityManager, id: string): Promise<Consequence | undefined> {
    const now = this.clock.now();
    const strike = (await this.find(tx, id))!;
    if (strike.withdrawnAt) return undefined;
    const { consumedAt, contestedAt, contestDecidedAt } = strike;
    await tx.update(
      Strike,
      { id },
      {
        withdrawnAt: now,
        consumedAt: consumedAt ?? now,
        contestDecidedAt: contestedAt && (contestDecidedAt ?? now),
      },
    );
    return { suspendedUntil: (await this.settle(tx, strike.studentId)).until };
  }

  /**
   * Contests a strike. It still counts, but until the decision it ends what it added to a suspension. The caller has
   * locked the mailbox.
   */
  async contest(tx: EntityManager, { id, studentId }: Strike, text: string): Promise<void> {
    await tx.update(Strike, { id }, { contest: text, contestedAt: this.clock.now() });
    await this.settle(tx, studentId);
  }

  /**
   * Upholds a contested strike, which may suspend again. Returns undefined if its contest was decided before.
   * The caller has locked the mailbox.
   */
  async uphold(tx: EntityManager, { id, studentId }: Strike): Promise<Consequence | undefined> {
    const undecided = { id, contestedAt: Not(IsNull()), contestDecidedAt: IsNull() };
    const { affected } = await tx.update(Strike, undecided, { contestDecidedAt: this.clock.now() });
    return affected ? this.consequenceOf(tx, studentId, id) : undefined;
  }

  /**
   * The reports by all accounts of the accuser's mailbox in the 30 days before the one of this match; 0 if the accuser did
   * not report it.
   */
  private async reportsBefore(tx: EntityManager, { accuserId, matchId }: Accusation): Promise<number> {
    const [earlier] = await queryRows<{ count: number }>(
      tx,
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

  /** Adds nothing if the accused person has a strike by the same accuser that is younger than `unlessSince`. A mailbox is a person. */
  private async add(tx: EntityManager, accusation: Accusation, unlessSince: Date | null): Promise<NewStrike | null> {
    const { studentId, accuserId, matchId } = accusation;
    const now = this.clock.now();
    const [added] = await queryRows<{ id: string }>(
      tx,
      `INSERT INTO strikes (id, student_id, accuser_id, match_id, created_at)
       SELECT $1, $2, $3, $4, $5
        WHERE ($6::timestamptz IS NULL OR $3 <> ALL (${accountsOf('$2')}))
          AND NOT EXISTS (SELECT FROM strikes
                           WHERE student_id = ANY (${accountsOf('$2')}) AND accuser_id = ANY (${accountsOf('$3')})
                             AND created_at > $6 AND withdrawn_at IS NULL)
       ON CONFLICT (student_id, match_id) DO NOTHING RETURNING id`,
      [newId(), studentId, accuserId, matchId, now, unlessSince],
    );
    if (!added) return null;
    return {
      ...(await this.consequenceOf(tx, studentId, added.id)),
      contestableUntil: (await this.queries.hasOperator(tx, studentId)) ? contestableUntil(now) : null,
    };
  }

  private async consequenceOf(tx: EntityManager, studentId: string, strikeId: string): Promise<Consequence> {
    const { until, usedUp } = await this.settle(tx, studentId);
    return { suspendedUntil: usedUp.has(strikeId) ? until : null };
  }

  /**
   * Stores the person's suspension, computed by `suspensionOf` from the strikes of all accounts of the mailbox and the log of
   * operators. `until` is null if it is over.
   */
  private async settle(tx: EntityManager, studentId: string) {
    const strikes = await tx.findBy(Strike, {
      studentId: Raw((student) => `${student} = ANY (${accountsOf(':studentId')})`, { studentId }),
    });
    const byOperators = await queryRows<SetByOperator>(
      tx,
      `SELECT created_at AS at, (after->>'suspendedUntil')::timestamptz AS until
         FROM operator_log WHERE student_id = ANY (${accountsOf('$1')}) AND action IN ('suspend', 'lift-suspension')`,
      [studentId],
    );
    const { until, usedUp } = suspensionOf(strikes, byOperators);
    await tx.query(
      `UPDATE strikes SET consumed_at = used.at
         FROM unnest($1::uuid[], $2::timestamptz[]) used (id, at)
        WHERE strikes.id = used.id AND withdrawn_at IS NULL AND consumed_at IS DISTINCT FROM used.at`,
      [strikes.map(({ id }) => id), strikes.map(({ id }) => usedUp.get(id))],
    );
    const running = until && until > this.clock.now() ? until : null;
    await this.users.suspend(tx, studentId, running);
    return { until: running, usedUp };
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
