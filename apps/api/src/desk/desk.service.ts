import { Injectable } from '@nestjs/common';
import { ADJUSTMENTS_PER_DAY, counted } from '@spareswipe/contract';
import type { WithReason } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { AccountService } from '../account/account.service.js';
import { AppError } from '../platform/common/app-error.js';
import { Clock } from '../platform/common/clock.js';
import { CreditsService } from '../ledger/credits/credits.service.js';
import { DisputesService } from '../exchange/disputes/disputes.service.js';
import { MailService } from '../delivery/mail/mail.service.js';
import type { SignedInOperator } from '../people/operators/current-operator.js';
import { MatchesService } from '../exchange/matches/matches.service.js';
import { RequestsService } from '../exchange/requests/requests.service.js';
import { StrikesService } from '../exchange/strikes/strikes.service.js';
import { UsersService } from '../people/users/users.service.js';
import { ActionsService } from './actions.service.js';
import { DeskQueries } from './desk.queries.js';
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
    private readonly mail: MailService,
    private readonly matches: MatchesService,
    private readonly queries: DeskQueries,
    private readonly requests: RequestsService,
    private readonly requestsQueries: DeskRequestsQueries,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Suspends a student for some days from now, and never ends a suspension sooner: only `liftSuspension` does. */
  suspend(operator: SignedInOperator, studentId: string, body: WithReason & { days: number }, key?: string) {
    const call = { route: 'desk.suspend', body, key };
    return this.actions.changeOnce(operator, studentId, call, async ({ tx, student, log, mail }) => {
      const { suspendedUntil } = student;
      const until = new Date(Math.max(this.clock.now().getTime() + body.days * DAY_MS, suspendedUntil?.getTime() ?? 0));
      await this.users.suspend(tx, student.id, until);
      await log({ action: 'suspend', before: { suspendedUntil }, after: { suspendedUntil: until } });
      await mail({ decision: 'suspended', until });
      return `${student.name} is suspended`;
    });
  }

  liftSuspension(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.actions.change(operator, studentId, reason, async ({ tx, student, log, mail }) => {
      const { suspendedUntil } = student;
      if (!suspendedUntil) throw new AppError('NOT_SUSPENDED');
      await this.users.suspend(tx, student.id, null);
      await log({ action: 'lift-suspension', before: { suspendedUntil }, after: { suspendedUntil: null } });
      await mail({ decision: 'suspension-lifted' });
      return `${student.name} may post and accept again`;
    });
  }

  /** The strike no longer counts, and a suspension that it caused ends. */
  async withdrawStrike(operator: SignedInOperator, strikeId: string, { reason }: WithReason) {
    const strike = await this.strikes.find(this.db.manager, strikeId);
    if (!strike) throw new AppError('NOT_FOUND');
    return this.actions.change(operator, strike.studentId, reason, async ({ tx, student, log, mail }) => {
      const after = await this.strikes.withdraw(tx, strikeId);
      if (!after) throw new AppError('ALREADY_DECIDED', { message: 'This strike is already withdrawn' });
      const before = { strikeId, suspendedUntil: student.suspendedUntil };
      await log({ action: 'withdraw-strike', matchId: strike.matchId, before, after });
      const { meal } = await this.matches.read(tx, strike.matchId);
      await mail({ decision: 'strike-withdrawn', meal });
      return 'The strike is withdrawn';
    });
  }

  /**
   * Gives credits, or takes some that the student has. The database allows 10 at once and 50 by one operator in 24 hours.
   * Given credits pay what the student owes first.
   */
  adjust(operator: SignedInOperator, studentId: string, body: WithReason & { amount: number }, key?: string) {
    const { amount } = body;
    const call = { route: 'desk.adjust', body, key };
    return this.actions.changeOnce(operator, studentId, call, async ({ tx, student, log, mail }) => {
      const before = await this.credits.balances(tx, student.id);
      const line = await log({ action: 'adjust', before, after: { amount } });
      const available = await this.credits.adjust(tx, line, student.id, amount);
      await mail({ decision: amount > 0 ? 'credits-given' : 'credits-taken', credits: Math.abs(amount) });
      return `${student.name} now has ${counted(available, 'meal')}`;
    });
  }

  /** Closes the account as if its student left, but keeps the profile, so that it can be opened again. */
  close(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.actions.change(operator, studentId, reason, async ({ tx, student, log }) => {
      if (student.closedAt) throw new AppError('ALREADY_DECIDED', { message: 'This account is already closed' });
      const calledOff = await this.account.close(tx, student.id);
      await log({ action: 'close', before: { closedAt: null }, after: { calledOff: calledOff.length } });
      await this.mail.send(tx, 'closed-by-operator', student, { reason, calledOff });
      return `The account of ${student.name} is closed`;
    });
  }

  /** Opens an account that an operator closed. One that its student closed cannot be opened again. */
  reopen(operator: SignedInOperator, studentId: string, { reason }: WithReason) {
    return this.actions.change(operator, studentId, reason, async ({ tx, student, log, mail }) => {
      const { closedAt } = student;
      if (!closedAt) throw new AppError('ALREADY_DECIDED', { message: 'This account is open already' });
      if (!(await this.users.reopen(tx, student.id))) throw new AppError('NOT_FOUND', { message: LEFT });
      await log({ action: 'reopen', before: { closedAt }, after: { closedAt: null } });
      await mail({ decision: 'reopened' });
      return `The account of ${student.name} is open again`;
    });
  }

  /** Takes an open request down: it is cancelled, and its requester gets the credit back. */
  async removeRequest(operator: SignedInOperator, requestId: string, { reason }: WithReason) {
    const requesterId = await this.requestsQueries.requesterOf(requestId);
    if (!requesterId) throw new AppError('NOT_FOUND');
    return this.actions.change(operator, requesterId, reason, async ({ tx, student, log }) => {
      const meal = await this.requests.remove(tx, requestId);
      const change = { before: { status: 'active' }, after: { status: 'cancelled' } };
      await log({ action: 'remove-request', requestId, ...change });
      await this.mail.send(tx, 'request-removed', student, { meal, reason });
      return `The request is removed: the meal goes back to ${student.name}`;
    });
  }

  /**
   * Voids an exchange without a strike: the credit returns to the requester. Of a completed one it is taken back as after a
   * dispute, from the fulfiller's next credits if they spent it. Throws ADJUSTED_TOO_MUCH after 50 of those in 24 hours.
   */
  async voidExchange(operator: SignedInOperator, matchId: string, { reason }: WithReason) {
    await this.actions.changeMatch(operator, matchId, reason, async (tx) => {
      const { status } = await this.disputes.voidExchange(tx, matchId, reason);
      if (status === 'completed' && (await this.queries.mealsVoided(tx, operator.id)) >= ADJUSTMENTS_PER_DAY)
        throw new AppError('ADJUSTED_TOO_MUCH');
      return { action: 'void', before: { status }, after: { credit: 'requester' } };
    });
    return { message: 'The exchange is void: the meal goes back to the requester' };
  }
}
