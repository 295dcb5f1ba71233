import { Injectable } from '@nestjs/common';
import { counted } from '@spareswipe/contract';
import type { WithReason } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { AccountService } from '../account/account.service.js';
import { AppError } from '../platform/common/app-error.js';
import { Clock } from '../platform/common/clock.js';
import { CreditsService } from '../ledger/credits/credits.service.js';
import { transaction } from '../platform/database/transaction.js';
import { DisputesService } from '../exchange/disputes/disputes.service.js';
import { MailService } from '../delivery/mail/mail.service.js';
import type { SignedInOperator } from '../people/operators/current-operator.js';
import { OperatorLog } from '../people/operators/operator-log.service.js';
import { RequestsService } from '../exchange/requests/requests.service.js';
import { StrikesService } from '../exchange/strikes/strikes.service.js';
import { UsersService } from '../people/users/users.service.js';
import { ActionsService, done } from './actions.service.js';
import { DeskRequestsQueries } from './requests.queries.js';

const LEFT = 'The student closed this account, so it cannot be opened again';
const DAY_MS = 24 * 60 * 60_000;

/** What operators do about students and their exchanges. */
@Injectable()
export class DeskService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly account: AccountService,
    private readonly actions: ActionsService,
    private readonly credits: CreditsService,
    private readonly disputes: DisputesService,
    private readonly log: OperatorLog,
    private readonly mail: MailService,
    private readonly requests: RequestsService,
    private readonly requestsQueries: DeskRequestsQueries,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Suspends a student for some days from now, whatever suspension they had before. */
  suspend(operator: SignedInOperator, studentId: string, body: WithReason & { days: number }, key?: string) {
    const { days, reason } = body;
    const call = { route: 'desk.suspend', body, key };
    return this.actions.changeOnce(operator, studentId, call, async (tx, student) => {
      const until = new Date(this.clock.now().getTime() + days * DAY_MS);
      await this.users.suspend(tx, student.id, until);
      const { suspendedUntil } = student;
      await this.actions.write(tx, operator, student, 'suspend', reason, { suspendedUntil }, { suspendedUntil: until });
      await this.actions.mailDecision(tx, student, { decision: 'suspended', until, reason });
      return `${student.name} is suspended`;
    });
  }

  liftSuspension(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.actions.change(operator, studentId, async (tx, student) => {
      const { suspendedUntil } = student;
      if (!suspendedUntil) throw new AppError('NOT_SUSPENDED');
      await this.users.suspend(tx, student.id, null);
      await this.actions.write(
        tx,
        operator,
        student,
        'lift-suspension',
        reason,
        { suspendedUntil },
        { suspendedUntil: null },
      );
      await this.actions.mailDecision(tx, student, { decision: 'suspension-lifted', reason });
      return `${student.name} may post and accept again`;
    });
  }

  /** The strike no longer counts, and a suspension that it caused ends. */
  async withdrawStrike(operator: SignedInOperator, strikeId: string, { reason }: WithReason) {
    const strike = await this.strikes.find(this.db.manager, strikeId);
    if (!strike) throw new AppError('NOT_FOUND');
    return this.actions.change(operator, strike.studentId, async (tx, student) => {
      const after = await this.strikes.withdraw(tx, strikeId);
      if (!after) throw new AppError('ALREADY_DECIDED', { message: 'This strike is already withdrawn' });
      const { suspendedUntil } = student;
      await this.actions.write(
        tx,
        operator,
        student,
        'withdraw-strike',
        reason,
        { strikeId, suspendedUntil },
        after,
        strike.matchId,
      );
      await this.actions.mailDecision(tx, student, { decision: 'strike-withdrawn', reason });
      return 'The strike is withdrawn';
    });
  }

  /**
   * Gives credits, or takes some that the student has. The database allows 10 at once and 50 by one operator in 24 hours.
   * Given credits pay what the student owes first.
   */
  adjust(operator: SignedInOperator, studentId: string, body: WithReason & { amount: number }, key?: string) {
    const { amount, reason } = body;
    const call = { route: 'desk.adjust', body, key };
    return this.actions.changeOnce(operator, studentId, call, async (tx, student) => {
      const before = await this.credits.balances(tx, student.id);
      const line = await this.actions.write(tx, operator, student, 'adjust', reason, before, { amount });
      const available = await this.credits.adjust(tx, line, student.id, amount);
      const decision = amount > 0 ? 'credits-given' : 'credits-taken';
      await this.actions.mailDecision(tx, student, { decision, credits: Math.abs(amount), reason });
      return `${student.name} now has ${counted(available, 'meal')}`;
    });
  }

  /** Closes the account as if its student left, but keeps the profile, so that it can be opened again. */
  close(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.actions.change(operator, studentId, async (tx, student) => {
      if (student.closedAt) throw new AppError('ALREADY_DECIDED', { message: 'This account is already closed' });
      const calledOff = await this.account.close(tx, student.id);
      await this.actions.write(
        tx,
        operator,
        student,
        'close',
        reason,
        { closedAt: null },
        { calledOff: calledOff.length },
      );
      await this.mail.send(tx, 'closed-by-operator', student, { reason, calledOff });
      return `The account of ${student.name} is closed`;
    });
  }

  /** Opens an account that an operator closed. One that its student closed cannot be opened again. */
  reopen(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.actions.change(operator, studentId, async (tx, student) => {
      const { closedAt } = student;
      if (!closedAt) throw new AppError('ALREADY_DECIDED', { message: 'This account is open already' });
      if (!(await this.users.reopen(tx, student.id))) throw new AppError('NOT_FOUND', { message: LEFT });
      await this.actions.write(tx, operator, student, 'reopen', reason, { closedAt }, { closedAt: null });
      await this.actions.mailDecision(tx, student, { decision: 'reopened', reason });
      return `The account of ${student.name} is open again`;
    });
  }

  /** Takes an open request down: it is cancelled, and its requester gets the credit back. */
  async removeRequest(operator: SignedInOperator, requestId: string, { reason }: WithReason) {
    const requesterId = await this.requestsQueries.requesterOf(requestId);
    if (!requesterId) throw new AppError('NOT_FOUND');
    return this.actions.change(operator, requesterId, async (tx, student) => {
      const meal = await this.requests.remove(tx, requestId);
      const change = { before: { status: 'active' }, after: { status: 'cancelled' } };
      const line = { operatorId: operator.id, campus: student.campus, studentId: student.id, requestId, ...change };
      await this.log.write(tx, { ...line, action: 'remove-request', reason });
      await this.mail.send(tx, 'request-removed', student, { meal, reason });
      return `The request is removed: the meal goes back to ${student.name}`;
    });
  }

  /**
   * Voids an exchange without a strike: the credit returns to the requester. Of a completed one it is taken back as after a
   * dispute, from the fulfiller's next credits if they spent it.
   */
  async voidExchange(operator: SignedInOperator, matchId: string, { reason }: WithReason) {
    const campus = await this.actions.assertOwnMatch(operator, matchId);
    await transaction(this.db, async (tx) => {
      const { status } = await this.disputes.voidExchange(tx, matchId, reason);
      const line = { operatorId: operator.id, campus, action: 'void', reason };
      const after = { credit: 'requester' };
      await this.log.write(tx, { ...line, matchId, before: { status }, after });
    });
    return done('The exchange is void: the meal goes back to the requester');
  }
}
