import { Injectable } from '@nestjs/common';
import { contestableUntil, type ContestStrike } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { DELETED_TEXT } from '../../platform/common/deleted-text.js';
import type { Page } from '../../platform/common/pagination.js';
import { transaction } from '../../platform/database/transaction.js';
import { Quarantine } from '../../platform/jobs/quarantine.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { MatchesService } from '../matches/matches.service.js';
import { UsersService } from '../../people/users/users.service.js';
import { StrikesQueries } from './strikes.queries.js';
import { StrikesService } from './strikes.service.js';

const BATCH = 100;

/** Struck students contest a strike before the operators of their campus (docs/rules.md#strikes). */
@Injectable()
export class ContestsService {
  private readonly quarantine = new Quarantine('Contests');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly matches: MatchesService,
    private readonly queries: StrikesQueries,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /**
   * Contests a strike of the student. Throws NOT_FOUND, and CONTEST_NOT_OPEN after 72 hours, a second time, or where no
   * operator would decide.
   */
  async contest(studentId: string, strikeId: string, { text }: ContestStrike): Promise<void> {
    await transaction(this.db, async (tx) => {
      await this.users.lockMailboxes(tx, studentId);
      const strike = await this.strikes.find(tx, strikeId);
      if (strike?.studentId !== studentId) throw new AppError('NOT_FOUND');
      const { createdAt, contestedAt, withdrawnAt } = strike;
      const isOpen = !contestedAt && !withdrawnAt && this.clock.now() < contestableUntil(createdAt);
      if (!isOpen || !(await this.queries.hasOperator(tx, studentId))) throw new AppError('CONTEST_NOT_OPEN');
      await this.strikes.contest(tx, strike, text);
    });
  }

  /** Lets strikes stand whose contest nobody decided in 7 days. Any number of instances may do so at once. */
  async endUndecided(): Promise<void> {
    const due = await this.queries.dueContests(this.clock.now(), BATCH, this.quarantine.ids());
    await this.quarantine.each(due, (id) => this.letStand(id));
  }

  /** Deletes what students wrote in contests that were decided this many days ago. */
  async forgetTexts(days: number): Promise<void> {
    await this.db.query(
      `UPDATE strikes SET contest = $2 WHERE contest_decided_at < now() - make_interval(days => $1) AND contest <> $2`,
      [days, DELETED_TEXT],
    );
  }

  /** A page of the undecided contests, oldest first, for operators; of one campus, or null for all. */
  listOpen(campus: string | null, page: Page) {
    return this.queries.openContests(campus, page);
  }

  private async letStand(strikeId: string): Promise<void> {
    await transaction(this.db, async (tx) => {
      const strike = (await this.strikes.find(tx, strikeId))!;
      await this.users.lockMailboxes(tx, strike.studentId);
      const consequence = await this.strikes.uphold(tx, strike);
      const student = await this.users.recipient(tx, strike.studentId);
      if (!consequence || !student) return;
      const { meal } = await this.matches.read(tx, strike.matchId);
      await this.mail.send(tx, 'strike-stands', student, { meal, ...consequence });
    });
  }
}
