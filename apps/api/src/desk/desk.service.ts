import { Injectable } from '@nestjs/common';
import { counted, type DisputeAward } from '@spareswipe/contract';
import type { ChangeCampus, WithReason } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountService } from '../account/account.service.js';
import { CampusesService } from '../campuses/campuses.service.js';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import { isId } from '../common/ids.js';
import { CreditsService } from '../credits/credits.service.js';
import { transaction } from '../database/transaction.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { MailService } from '../mail/mail.service.js';
import type { SignedInOperator } from '../operators/current-operator.js';
import { OperatorLog } from '../operators/operator-log.service.js';
import { StrikesService } from '../strikes/strikes.service.js';
import { UsersService } from '../users/users.service.js';
import { DeskQueries, type SubjectStudent } from './desk.queries.js';

const DAY_MS = 24 * 60 * 60_000;

/**
 * What operators do. Each action is one transaction: it changes something, writes its line into the log, and tells the student
 * by mail why. What belongs to another campus does not exist for an operator.
 */
@Injectable()
export class DeskService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly account: AccountService,
    private readonly campuses: CampusesService,
    private readonly credits: CreditsService,
    private readonly disputes: DisputesService,
    private readonly log: OperatorLog,
    private readonly mail: MailService,
    private readonly queries: DeskQueries,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Pauses or opens a campus, and changes its rules for guest meals. Students read both on their screens. */
  async changeCampus(operator: SignedInOperator, institution: string, { reason, ...settings }: ChangeCampus) {
    if (operator.campus !== null && operator.campus !== institution) throw new AppError('NOT_FOUND');
    await transaction(this.db, async (tx) => {
      const before = await this.campuses.lock(tx, institution);
      await this.campuses.set(tx, institution, settings);
      const line = { operatorId: operator.id, campus: institution, action: 'change-campus', reason };
      await this.log.write(tx, { ...line, before, after: settings });
    });
    return done('The campus is changed');
  }

  /** Suspends a student for some days from now, whatever suspension they had before. */
  suspend(operator: SignedInOperator, studentId: string, { days, reason }: WithReason & { days: number }) {
    return this.change(operator, studentId, async (tx, student) => {
      const until = new Date(this.clock.now().getTime() + days * DAY_MS);
      await this.users.suspend(tx, student.id, until);
      const { suspendedUntil } = student;
      await this.write(tx, operator, student, 'suspend', reason, { suspendedUntil }, { suspendedUntil: until });
      await this.tell(tx, student, { decision: 'suspended', until, reason });
      return `${student.name} is suspended`;
    });
  }

  liftSuspension(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.change(operator, studentId, async (tx, student) => {
      const { suspendedUntil } = student;
      if (!suspendedUntil || suspendedUntil <= this.clock.now()) throw new AppError('NOT_SUSPENDED');
      await this.users.suspend(tx, student.id, null);
      await this.write(tx, operator, student, 'lift-suspension', reason, { suspendedUntil }, { suspendedUntil: null });
      await this.tell(tx, student, { decision: 'suspension-lifted', reason });
      return `${student.name} may post and accept again`;
    });
  }

  /** The strike no longer counts, and a suspension that it caused ends. */
  async withdrawStrike(operator: SignedInOperator, strikeId: string, { reason }: WithReason) {
    const strike = isId(strikeId) ? await this.strikes.find(this.db.manager, strikeId) : undefined;
    if (!strike) throw new AppError('NOT_FOUND');
    return this.change(operator, strike.studentId, async (tx, student) => {
      const after = await this.strikes.withdraw(tx, strikeId);
      if (!after) throw new AppError('ALREADY_DECIDED', { message: 'This strike is already withdrawn' });
      const { suspendedUntil } = student;
      await this.write(
        tx,
        operator,
        student,
        'withdraw-strike',
        reason,
        { strikeId, suspendedUntil },
        after,
        strike.matchId,
      );
      await this.tell(tx, student, { decision: 'strike-withdrawn', reason });
      return 'The strike is withdrawn';
    });
  }

  /**
   * Gives credits, or takes some that the student has. The database allows 10 at once and 50 by one operator in 24 hours.
   * Given credits pay what the student owes first.
   */
  adjust(operator: SignedInOperator, studentId: string, { amount, reason }: WithReason & { amount: number }) {
    return this.change(operator, studentId, async (tx, student) => {
      const before = await this.credits.balances(tx, student.id);
      const line = await this.write(tx, operator, student, 'adjust', reason, before, { amount });
      const available = await this.credits.adjust(tx, line, student.id, amount);
      const decision = amount > 0 ? 'credits-given' : 'credits-taken';
      await this.tell(tx, student, { decision, credits: Math.abs(amount), reason });
      return `${student.name} now has ${counted(available, 'meal')}`;
    });
  }

  /** Closes the account as if its student left, but keeps the profile, so that it can be opened again. */
  close(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.change(operator, studentId, async (tx, student) => {
      const calledOff = await this.account.close(tx, student.id);
      await this.write(tx, operator, student, 'close', reason, { closedAt: null }, { calledOff: calledOff.length });
      await this.mail.send(tx, 'closed-by-operator', student, { reason, calledOff });
      return `The account of ${student.name} is closed`;
    });
  }

  /** Opens an account that an operator closed. One that its student closed is gone. */
  reopen(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.change(operator, studentId, async (tx, student) => {
      const { closedAt } = student;
      if (!(await this.users.reopen(tx, student.id))) throw new AppError('NOT_FOUND');
      await this.write(tx, operator, student, 'reopen', reason, { closedAt }, { closedAt: null });
      await this.tell(tx, student, { decision: 'reopened', reason });
      return `The account of ${student.name} is open again`;
    });
  }

  /**
   * Voids an exchange without a strike: the credit returns to the requester. Of a completed one it is taken back as after a
   * dispute, from the fulfiller's next credits if they spent it.
   */
  async voidExchange(operator: SignedInOperator, matchId: string, { reason }: WithReason) {
    const campus = await this.assertOwnMatch(operator, matchId);
    await transaction(this.db, async (tx) => {
      const { status, fulfiller } = await this.disputes.voidExchange(tx, matchId, reason);
      const line = { operatorId: operator.id, campus, action: 'void', reason };
      const after = { credit: 'requester' };
      await this.log.write(tx, { ...line, matchId, studentId: fulfiller.id, before: { status }, after });
    });
    return done('The exchange is void: the meal goes back to the requester');
  }

  /** Decides a dispute by the same rules as the command. Both students read the reason. */
  async decide(
    operator: SignedInOperator,
    matchId: string,
    { awardedTo, reason }: WithReason & { awardedTo: DisputeAward },
  ) {
    const campus = await this.assertOwnMatch(operator, matchId);
    await transaction(this.db, async (tx) => {
      await this.disputes.decideIn(tx, matchId, awardedTo, reason);
      const line = { operatorId: operator.id, campus, action: 'decide-dispute', reason };
      await this.log.write(tx, { ...line, matchId, before: { awardedTo: null }, after: { awardedTo } });
    });
    return done('The dispute is decided');
  }

  /** Lets an action change one student of the operator's campus. Returns the body with its sentence. */
  private async change(
    operator: SignedInOperator,
    studentId: string,
    action: (tx: EntityManager, student: SubjectStudent) => Promise<string>,
  ) {
    if (!isId(studentId)) throw new AppError('NOT_FOUND');
    const message = await transaction(this.db, async (tx) => {
      const student = await this.queries.lockStudent(tx, operator.campus, studentId);
      if (!student) throw new AppError('NOT_FOUND');
      return action(tx, student);
    });
    return done(message);
  }

  /** The campus of a match that the operator may see. Throws NOT_FOUND for those of other campuses. */
  private async assertOwnMatch(operator: SignedInOperator, matchId: string): Promise<string> {
    const campus = isId(matchId) ? await this.queries.campusOfMatch(matchId) : undefined;
    if (campus === undefined || (operator.campus !== null && operator.campus !== campus))
      throw new AppError('NOT_FOUND');
    return campus;
  }

  private write(
    tx: EntityManager,
    operator: SignedInOperator,
    student: SubjectStudent,
    action: string,
    reason: string,
    before: unknown,
    after: unknown,
    matchId?: string,
  ): Promise<string> {
    const line = { operatorId: operator.id, campus: student.campus, studentId: student.id, matchId };
    return this.log.write(tx, { ...line, action, reason, before, after });
  }

  private tell(
    tx: EntityManager,
    student: SubjectStudent,
    { until = null, credits = null, ...rest }: Told,
  ): Promise<void> {
    return this.mail.send(tx, 'operator-decision', student, { until, credits, ...rest });
  }
}

interface Told {
  decision: 'suspended' | 'suspension-lifted' | 'strike-withdrawn' | 'credits-given' | 'credits-taken' | 'reopened';
  until?: Date | null;
  credits?: number | null;
  reason: string;
}

const done = (message: string) => ({ success: true as const, message });
