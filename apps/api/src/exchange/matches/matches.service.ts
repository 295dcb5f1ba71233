import { Injectable } from '@nestjs/common';
import {
  canRelease,
  noCountsUntil,
  otherSide,
  REQUESTER_RELEASES_UNTIL_MINUTES,
  type AcceptRequest,
  type Match as MatchBody,
  type Side,
} from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { Match } from '../../platform/database/tables/match.entity.js';
import { CreditsService } from '../../ledger/credits/credits.service.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import type { Appointment } from '../../delivery/mail/mails.js';
import { PushService } from '../../delivery/push/push.service.js';
import { assertMayExchange } from '../requests/may-exchange.js';
import { toMailedMeal } from '../requests/request-columns.js';
import { RequestsService } from '../requests/requests.service.js';
import { UsersService } from '../../people/users/users.service.js';
import { isUndone } from './contact-column.js';
import { MatchesQueries, type Exchange } from './matches.queries.js';
import { OpenMatchesService } from './open-matches.service.js';

export type { Exchange };

/** A match, and the side of the student who acts on it. */
export type SidedExchange = Exchange & { side: Side };

/**
 * Accepts, completes and releases. Every method changes request, match and credit in the order in which all transactions
 * lock them (docs/decisions/0002-lock-order.md), by conditional updates that only the first of two rivals passes.
 */
@Injectable()
export class MatchesService {
  constructor(
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly idempotency: IdempotencyService,
    private readonly mail: MailService,
    private readonly push: PushService,
    private readonly requests: RequestsService,
    private readonly users: UsersService,
    private readonly openMatches: OpenMatchesService,
    private readonly queries: MatchesQueries,
  ) {}

  /**
   * Accepts a request for a fulfiller. Of any number of simultaneous accepts of one request exactly one wins (spec §4), and
   * of one student's simultaneous accepts only as many as they may have open. The mails with the contacts wait until the
   * accept can no longer be undone; `NoticesService` finds it then, and sends the requester's notification.
   */
  accept(fulfiller: SignedInStudent, body: AcceptRequest, key?: string) {
    const { requestId } = body;
    const call = { studentId: fulfiller.id, key, route: 'matches.accept', body };
    return this.idempotency.run(call, async (tx) => {
      assertMayExchange(fulfiller);
      const request = await this.requests.markMatched(tx, requestId, fulfiller.id);
      const opened = await this.openMatches.open(tx, request, fulfiller.id);
      const sides = { requester: request.requester, fulfiller: fulfiller.user };
      await this.mail.contacts(tx, { id: opened.matchId, ...sides, meal: toMailedMeal(request) });
      return { match: this.queries.opened(request, fulfiller, opened) };
    });
  }

  /**
   * Either side reports the meal as received, and the fulfiller earns the credit. Only the first of two reports counts. After
   * the fulfiller's, a requester who has not rated yet gets a mail at once, since they may deny it. Throws CONFIRMATION_PENDING
   * if a new fulfiller's word alone already counts for as many meals as it may.
   */
  complete(studentId: string, matchId: string, key?: string) {
    return this.changeOnce('complete', studentId, matchId, key, async (tx, exchange) => {
      const isAlone = exchange.side === 'fulfiller' && !exchange.said.requester;
      if (isAlone) await this.users.lockMailboxes(tx, studentId);
      await this.markCompleted(tx, exchange, exchange.side);
      if (isAlone && (await this.openMatches.mayCompleteAlone(tx, studentId)) < 0)
        throw new AppError('CONFIRMATION_PENDING');
      await this.credits.capture(tx, exchange);
      if (exchange.side === 'fulfiller') await this.askRequester(tx, exchange, { hasLeft: false });
      return {};
    });
  }

  /**
   * A side can't make it, and nobody has said that it happened. Released by the fulfiller, the request is active again, or
   * refunded if its deadline has passed; by the requester, until 30 minutes before the deadline, it is cancelled and refunded. No
   * strike. Throws TOO_MANY_REQUESTS after 10 of a side in 24 hours.
   */
  release(studentId: string, matchId: string, key?: string) {
    return this.changeOnce('release', studentId, matchId, key, async (tx, found) => {
      await this.users.lockMailboxes(tx, studentId);
      const exchange = await this.lock(tx, studentId, found);
      this.assertMayRelease(exchange);
      if (exchange.side === 'requester') {
        await this.withdraw(tx, exchange, { hasLeft: false });
        await this.openMatches.assertMayWithdraw(tx, studentId);
        await this.credits.release(tx, exchange.requestId);
        return { isUndone: false };
      }
      const { refunded, isUndone } = await this.releaseMatch(tx, exchange, 'released');
      await this.openMatches.assertMayRelease(tx, studentId);
      if (refunded) await this.credits.release(tx, exchange.requestId);
      return { isUndone };
    });
  }

  /**
   * Ends everything that a leaving student has open: cancels their requests with refund, completes accepted matches
   * where the meal may be eaten, and calls the others off. A fulfiller who leaves is paid for no more meals than they could
   * complete alone; that they leave is not their word that it happened, so a requester's "No" gives the meal back. Locks all
   * requests before the first change and moves all credits at the end. Returns the matches that were called off.
   */
  async endAllOf(tx: EntityManager, studentId: string): Promise<Appointment[]> {
    await this.requests.lockOpenOf(tx, studentId);
    const refunds = await this.requests.cancelAllOf(tx, studentId);
    const accepted = await this.queries.acceptedOf(tx, studentId);
    const eaten = accepted.filter((exchange) => this.mayBeEaten(exchange, studentId));
    const alone = eaten.filter(({ fulfiller, said }) => fulfiller.id === studentId && !said.requester);
    const unpaid = alone.slice(Math.max(0, await this.openMatches.mayCompleteAlone(tx, studentId)));
    const over = eaten.filter((exchange) => !unpaid.includes(exchange));
    const calledOff = accepted.filter((exchange) => !over.includes(exchange));
    for (const exchange of over) {
      await this.markCompleted(tx, exchange, 'system');
      if (exchange.fulfiller.id === studentId) await this.askRequester(tx, exchange, { hasLeft: true });
      else if (!exchange.isOver && !exchange.said.requester && !exchange.said.fulfiller)
        await this.tellFulfiller(tx, exchange, { hasLeft: true, isPaid: true });
    }
    for (const exchange of calledOff) if (await this.callOff(tx, exchange, studentId)) refunds.push(exchange.requestId);
    await this.credits.lockAccounts(tx, [
      studentId,
      ...accepted.flatMap(({ requester, fulfiller }) => [requester.id, fulfiller.id]),
    ]);
    await this.credits.releaseMany(tx, refunds);
    for (const exchange of over) await this.credits.capture(tx, exchange);
    return calledOff.map(({ id: matchId, meal }) => ({ matchId, meal }));
  }

  /** Deletes the stored responses of others that name a student who leaves. */
  async forgetNamesOf(tx: EntityManager, studentId: string): Promise<void> {
    const matches = await tx.findBy(Match, [{ requesterId: studentId }, { fulfillerId: studentId }]);
    const ids = matches.map(({ id }) => id);
    const students = matches.flatMap(({ requesterId, fulfillerId }) => [requesterId, fulfillerId]);
    await this.idempotency.forgetMatches(tx, ids, students);
  }

  async capture(tx: EntityManager, exchange: Exchange, by: Side | 'system'): Promise<void> {
    await this.markCompleted(tx, exchange, by);
    await this.credits.capture(tx, exchange);
  }

  /** The first half of `capture`: the credit is not paid yet. */
  async markCompleted(tx: EntityManager, { id, requestId }: Exchange, by: Side | 'system'): Promise<void> {
    await this.requests.leaveMatched(tx, requestId, 'completed');
    const completed = await queryRows(tx, COMPLETE, [id, by]);
    if (!completed.length) throw new AppError('MATCH_NOT_ACTIVE');
  }

  /** After a no-show: voids the match, and tells the other side. The caller has locked both students. */
  async cancelAsVoid(tx: EntityManager, exchange: SidedExchange): Promise<void> {
    await this.voidAccepted(tx, exchange, 'no_show');
    const other = otherSide(exchange.side);
    const about = { meal: exchange.meal, matchId: exchange.id, refunded: other === 'requester' };
    await this.push.send(tx, [{ kind: 'called-off', to: exchange[other].id, about }]);
  }

  /** Voids an accepted match: the credit returns to the requester. The caller has locked the match. */
  async voidAccepted(tx: EntityManager, exchange: Exchange, because: 'no_show' | 'voided'): Promise<void> {
    await this.cancel(tx, exchange, because);
    await this.credits.release(tx, exchange.requestId);
  }

  /** Both sides, the meal and the state of a match. Throws NOT_FOUND. */
  async read(tx: EntityManager, matchId: string): Promise<Exchange> {
    const exchange = await this.queries.exchange(tx, matchId);
    if (!exchange) throw new AppError('NOT_FOUND');
    return exchange;
  }

  /** The match and the student's side of it. Throws NOT_FOUND for matches of other students, so that ids can't be probed. */
  async find(tx: EntityManager, studentId: string, matchId: string): Promise<SidedExchange> {
    const exchange = await this.queries.exchange(tx, matchId);
    if (exchange?.requester.id === studentId) return { ...exchange, side: 'requester' };
    if (exchange?.fulfiller.id === studentId) return { ...exchange, side: 'fulfiller' };
    throw new AppError('NOT_FOUND');
  }

  /**
   * Reads the match again under a lock, so that it can't change until the transaction ends. A cancelled one is final, so it needs
   * none; its request may be active again, and calls about the old match must not delay its refund.
   */
  async lock(tx: EntityManager, studentId: string, found: SidedExchange): Promise<SidedExchange> {
    if (found.status === 'cancelled') return found;
    await this.requests.lock(tx, found.requestId);
    return this.find(tx, studentId, found.id);
  }

  /** The same for somebody who is on neither side. */
  async lockForOperator(tx: EntityManager, { id, requestId }: Exchange): Promise<Exchange> {
    await this.requests.lock(tx, requestId);
    return this.read(tx, id);
  }

  view(tx: EntityManager, studentId: string, matchId: string): Promise<MatchBody> {
    return this.queries.view(tx, studentId, matchId);
  }

  /** One of its two students changes a match, once per key. Returns the changed match and what `change` returned. */
  changeOnce<More extends object>(
    name: 'complete' | 'release' | 'here' | 'met',
    studentId: string,
    matchId: string,
    key: string | undefined,
    change: (tx: EntityManager, exchange: SidedExchange) => Promise<More>,
  ) {
    return this.idempotency.run({ studentId, key, route: `matches.${name} ${matchId}`, body: null }, async (tx) => {
      const more = await change(tx, await this.find(tx, studentId, matchId));
      return { match: await this.view(tx, studentId, matchId), ...more };
    });
  }

  private assertMayRelease(exchange: SidedExchange): void {
    const { side, meal, status, said } = exchange;
    if (canRelease(exchange, side, new Date(meal.deadline), this.clock.now())) return;
    if (status !== 'accepted') {
      const isCalledOff = status === 'cancelled' && side === 'requester';
      throw new AppError('MATCH_NOT_ACTIVE', isCalledOff ? { message: ALREADY_CALLED_OFF } : {});
    }
    const message = said.requester || said.fulfiller ? NO_LONGER_RELEASED : TOO_LATE_TO_RELEASE;
    throw new AppError('MATCH_NOT_ACTIVE', { message });
  }

  /** After the deadline, or if a requester leaves who could no longer release it. */
  private mayBeEaten(exchange: Exchange, leavingId: string): boolean {
    if (exchange.isOver || exchange.requester.id !== leavingId) return exchange.isOver;
    return !canRelease(exchange, 'requester', new Date(exchange.meal.deadline), this.clock.now());
  }

  /** One of its two students leaves. Returns true if the caller has to give the credit back. */
  private async callOff(tx: EntityManager, exchange: Exchange, leavingId: string): Promise<boolean> {
    if (exchange.fulfiller.id === leavingId) return (await this.releaseMatch(tx, exchange, 'left')).refunded;
    await this.withdraw(tx, exchange, { hasLeft: true });
    return true;
  }

  /** The requester can't come: request and match are cancelled. The caller gives the credit back. */
  private async withdraw(tx: EntityManager, exchange: Exchange, { hasLeft }: { hasLeft: boolean }): Promise<void> {
    await this.cancel(tx, exchange, 'withdrawn');
    await this.tellFulfiller(tx, exchange, { hasLeft, isPaid: false });
  }

  private async tellFulfiller(
    tx: EntityManager,
    { id: matchId, requester, fulfiller, meal }: Exchange,
    how: { hasLeft: boolean; isPaid: boolean },
  ): Promise<void> {
    await this.mail.send(tx, 'withdrawn', fulfiller, { matchId, meal, requester: requester.name, ...how });
    await this.push.send(tx, [{ kind: 'withdrawn', to: fulfiller.id, about: { meal, matchId } }]);
  }

  /**
   * `refunded`: the deadline has passed, and the caller gives the credit back. Sends nothing to a requester whose mail had not
   * left when the accept was undone. After the time to undo, the fulfiller may know the contact even while the mails wait.
   */
  private async releaseMatch(tx: EntityManager, exchange: Exchange, because: 'released' | 'left') {
    const { id, requester, fulfiller, meal } = exchange;
    const { refunded, isUndone, uninformed } = await this.cancel(tx, exchange, because);
    if (isUndone && uninformed.includes('requester')) return { refunded, isUndone };
    await this.mail.send(tx, 'released', requester, { matchId: id, meal, fulfiller: fulfiller.name, refunded });
    await this.push.send(tx, [{ kind: 'released', to: requester.id, about: { meal, refunded } }]);
    return { refunded, isUndone };
  }

  /** Cancels an accepted match. Its request is cancelled, too, unless the fulfiller let it go. Withdraws mails that wait. */
  private async cancel(
    tx: EntityManager,
    { id, requestId }: Exchange,
    because: NonNullable<Match['cancelledBecause']>,
  ) {
    const isLetGo = because === 'released' || because === 'left';
    const status = await this.requests.leaveMatched(tx, requestId, isLetGo ? 'active' : 'cancelled');
    const [cancelled] = await queryRows<{ isUndone: boolean }>(tx, CANCEL, [id, because]);
    if (!cancelled) throw new AppError('MATCH_NOT_ACTIVE');
    return { ...cancelled, refunded: status !== 'active', uninformed: await this.mail.withdrawContacts(tx, id) };
  }

  /** Asks a requester who has not rated yet whether the meal was received, as the fulfiller says, unless they just left. */
  private async askRequester(tx: EntityManager, exchange: Exchange, { hasLeft }: { hasLeft: boolean }): Promise<void> {
    if (exchange.requesterHasRated) return;
    const { id: matchId, requester, fulfiller, meal } = exchange;
    const until = noCountsUntil(new Date(meal.deadline), hasLeft ? null : this.clock.now());
    const because = hasLeft && !exchange.said.fulfiller ? 'left' : 'said';
    await this.mail.send(tx, 'completed', requester, { matchId, meal, fulfiller: fulfiller.name, because, until });
    await this.push.send(tx, [{ kind: 'completed', to: requester.id, about: { matchId, meal } }]);
  }
}

const ALREADY_CALLED_OFF =
  'This match has already been called off. Your meal is back, or your request is open again and you can cancel it.';
const TOO_LATE_TO_RELEASE = `You can release a meal until ${REQUESTER_RELEASES_UNTIL_MINUTES} minutes before its deadline`;
/** The other side's "Yes" may be hidden still, so this does not say who said what. */
const NO_LONGER_RELEASED = 'This match can no longer be released. Say in your rating whether the meal happened.';

/** Dated when the lock is held, as ratings are: so what comes first has the earlier time. */
const COMPLETE = {
  name: 'complete match',
  text: `
    UPDATE matches SET status = 'completed', completed_by = $2, completed_at = clock_timestamp()
     WHERE id = $1 AND status = 'accepted' RETURNING id`,
};

const CANCEL = `
  UPDATE matches m SET status = 'cancelled', cancelled_at = clock_timestamp(), cancelled_because = $2
   WHERE m.id = $1 AND m.status = 'accepted' RETURNING ${isUndone} AS "isUndone"`;
