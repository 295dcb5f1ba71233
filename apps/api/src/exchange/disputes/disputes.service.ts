import { Injectable } from '@nestjs/common';
import {
  awardWhenUndecided,
  disputeEndsAt,
  DISPUTED_STUDENTS_PER_STRIKE,
  otherSide,
  side as sides,
  type DisputeAward,
  type Side,
} from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import type { Page } from '../../platform/common/pagination.js';
import { CreditsService } from '../../ledger/credits/credits.service.js';
import { transaction } from '../../platform/database/transaction.js';
import { Quarantine } from '../../platform/jobs/quarantine.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { MatchesService, type Exchange, type SidedExchange } from '../matches/matches.service.js';
import { PushService } from '../../delivery/push/push.service.js';
import { StrikesService, type NewStrike } from '../strikes/strikes.service.js';
import { UsersService } from '../../people/users/users.service.js';
import { DisputesQueries } from './disputes.queries.js';

const BATCH = 100;

type Strikes = Partial<Record<Side, NewStrike | null>>;

interface Decision {
  awardedTo: DisputeAward;
  /** The operator's, if one decided. */
  reason?: string;
  strikes?: Strikes;
  concededBy?: Side;
}

/**
 * Disputes: one side says that an exchange happened, the other that it did not, and the credit waits until somebody
 * decides (docs/decisions/0015-fair-play.md). Locks both students, then the match's credit.
 */
@Injectable()
export class DisputesService {
  private readonly quarantine = new Quarantine('UndecidedDisputes');

  constructor(
    private readonly db: DataSource,
    private readonly credits: CreditsService,
    private readonly mail: MailService,
    private readonly push: PushService,
    private readonly matches: MatchesService,
    private readonly queries: DisputesQueries,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /**
   * The student of `exchange.side` says "No" to what the other side, or they themself, confirmed. An accepted match completes
   * for the side that confirmed it; the dispute opens before its credit is paid, which would go to older claims. The caller has
   * locked both students and the match.
   */
  async open(tx: EntityManager, exchange: SidedExchange): Promise<void> {
    const other = otherSide(exchange.side);
    const tookBack = !exchange.said[other];
    const isAccepted = exchange.status === 'accepted';
    if (isAccepted) {
      await this.lockAccounts(tx, exchange);
      await this.matches.markCompleted(tx, exchange, tookBack ? exchange.side : other);
    }
    await this.credits.openDispute(tx, exchange.id);
    if (isAccepted) await this.credits.capture(tx, exchange);
    const { openedAt, isPaid } = await this.queries.state(tx, exchange.id);
    for (const side of sides.options) {
      await this.mail.send(tx, 'disputed', exchange[side], {
        matchId: exchange.id,
        meal: exchange.meal,
        youAre: side,
        other: exchange[otherSide(side)].name,
        youSaidNo: side === exchange.side,
        tookBack,
        isPaid,
        endsAt: disputeEndsAt(openedAt),
      });
    }
  }

  /**
   * A fulfiller who completed the match alone says "No": the credit returns to the requester, out of the fulfiller's next ones
   * if it is spent. Returns whether it is back. The caller has locked both students and the match.
   */
  async giveBack(tx: EntityManager, exchange: Exchange): Promise<boolean> {
    await this.lockAccounts(tx, exchange);
    await this.credits.openDispute(tx, exchange.id);
    await this.credits.decideDispute(tx, exchange.id, { awardedTo: 'requester', by: 'side' });
    return (await this.queries.state(tx, exchange.id)).isPaid;
  }

  /**
   * A side says that the other is right: the credit goes to the other. Nobody gets a strike, and it counts as nobody's
   * dispute. Throws NOT_DISPUTED if there is no dispute, or if it is decided.
   */
  concede(studentId: string, matchId: string) {
    return transaction(this.db, async (tx) => {
      const found = await this.matches.find(tx, studentId, matchId);
      await this.users.lockMailboxes(tx, found.requester.id, found.fulfiller.id);
      const exchange = await this.matches.find(tx, studentId, matchId); // again, since an account may have closed meanwhile
      const dispute = await this.queries.find(tx, matchId);
      if (!dispute || dispute.decidedAt) throw new AppError('NOT_DISPUTED');
      const awardedTo = otherSide(exchange.side);
      await this.credits.decideDispute(tx, matchId, { awardedTo, by: 'side' });
      await this.announce(tx, exchange, { awardedTo, concededBy: exchange.side });
      return { match: await this.matches.view(tx, studentId, matchId) };
    });
  }

  /** Whether the exchange is or was disputed, or an operator voided it. */
  async isDisputed(tx: EntityManager, matchId: string): Promise<boolean> {
    return (await this.queries.find(tx, matchId)) !== undefined;
  }

  /**
   * An operator decides, for a reason that both sides read: the side that does not get the credit gets a strike. Throws
   * NOT_FOUND without a dispute, and ALREADY_DECIDED.
   */
  async decideIn(tx: EntityManager, matchId: string, awardedTo: DisputeAward, reason: string): Promise<void> {
    const { requester, fulfiller } = await this.matches.read(tx, matchId);
    await this.users.lockMailboxes(tx, requester.id, fulfiller.id);
    const exchange = await this.matches.read(tx, matchId); // again, since an account may have closed meanwhile
    const { decidedAt } = await this.queries.state(tx, matchId);
    if (decidedAt) throw new AppError('ALREADY_DECIDED');
    await this.credits.decideDispute(tx, matchId, { awardedTo, by: 'operator', reason });
    const strikes: Strikes = {};
    if (awardedTo !== 'nobody') {
      const struck = otherSide(awardedTo);
      strikes[struck] = await this.strikes.addDecided(tx, accusationOf(exchange, struck));
    }
    await this.announce(tx, exchange, { awardedTo, reason, strikes });
  }

  /**
   * An operator voids an exchange, without a strike: an accepted match is cancelled; of a completed one the credit goes back
   * by a dispute that is awarded to the requester at once, so that it follows the rules for credits that are spent. Throws
   * MATCH_NOT_ACTIVE if it is cancelled, ALREADY_DECIDED if its dispute was decided. Returns the exchange as it was.
   */
  async voidExchange(tx: EntityManager, matchId: string, reason: string): Promise<Exchange> {
    const before = await this.matches.read(tx, matchId);
    await this.users.lockMailboxes(tx, before.requester.id, before.fulfiller.id);
    const exchange = await this.matches.lockForOperator(tx, before);
    if (exchange.status === 'cancelled') throw new AppError('MATCH_NOT_ACTIVE');
    const wasCompleted = exchange.status === 'completed';
    if (wasCompleted) await this.awardToRequester(tx, exchange, reason);
    else await this.matches.voidAccepted(tx, exchange, 'voided');
    const isPaid = !wasCompleted || (await this.queries.state(tx, matchId)).isPaid;
    const { meal } = exchange;
    for (const side of sides.options) {
      const other = exchange[otherSide(side)].name;
      await this.mail.send(tx, 'voided-by-operator', exchange[side], {
        matchId,
        meal,
        youAre: side,
        other,
        wasCompleted,
        isPaid,
        reason,
      });
    }
    await this.push.send(
      tx,
      sides.options.map((side) => ({
        kind: 'called-off',
        to: exchange[side].id,
        about: { meal, matchId, refunded: isPaid && side === 'requester' },
      })),
    );
    return exchange;
  }

  /**
   * Ends disputes that nobody decided in 14 days (docs/rules.md#no-and-disputes), at most 100, each in its own transaction. Any
   * number of instances may do so at once.
   */
  async endUndecided(): Promise<void> {
    const due = await this.queries.due(BATCH, this.quarantine.ids());
    await this.quarantine.each(due, (matchId) => this.end(matchId));
  }

  /** A page of the undecided disputes of one campus, or null for all, for operators; oldest first. */
  listOpen(campus: string | null, page: Page) {
    return this.queries.open(campus, page);
  }

  /**
   * Ends a dispute that nobody decided in time: the side with fewer disputes gets the credit, and a side that has disputes
   * with two different students gets a strike. Skips a dispute that was decided meanwhile. Waits for its students, since a side
   * that called again and again could have them locked at every tick.
   */
  private async end(matchId: string): Promise<void> {
    await transaction(this.db, async (tx) => {
      const { requester, fulfiller } = await this.matches.read(tx, matchId);
      await this.users.lockMailboxes(tx, requester.id, fulfiller.id);
      const exchange = await this.matches.read(tx, matchId);
      if ((await this.queries.state(tx, matchId)).decidedAt) return;
      const records = {
        requester: await this.queries.record(tx, exchange.requester.id),
        fulfiller: await this.queries.record(tx, exchange.fulfiller.id),
      };
      const awardedTo = awardWhenUndecided({
        requester: records.requester.disputes,
        fulfiller: records.fulfiller.disputes,
      });
      await this.credits.decideDispute(tx, matchId, { awardedTo, by: 'time' });
      const strikes: Strikes = {};
      for (const side of sides.options)
        if (records[side].students >= DISPUTED_STUDENTS_PER_STRIKE)
          strikes[side] = await this.strikes.addReported(tx, accusationOf(exchange, side));
      await this.announce(tx, exchange, { awardedTo, strikes });
    });
  }

  private async awardToRequester(tx: EntityManager, exchange: Exchange, reason: string): Promise<void> {
    const dispute = await this.queries.find(tx, exchange.id);
    if (dispute?.decidedAt) throw new AppError('ALREADY_DECIDED');
    await this.lockAccounts(tx, exchange);
    if (!dispute) await this.credits.openDispute(tx, exchange.id);
    await this.credits.decideDispute(tx, exchange.id, { awardedTo: 'requester', by: 'operator', reason });
  }

  /** Both sides' in id order, since opening a dispute locks the fulfiller's and deciding it the requester's too. */
  private lockAccounts(tx: EntityManager, { requester, fulfiller }: Exchange): Promise<void> {
    return this.credits.lockAccounts(tx, [requester.id, fulfiller.id]);
  }

  private async announce(
    tx: EntityManager,
    exchange: Exchange,
    { awardedTo, reason, strikes, concededBy }: Decision,
  ): Promise<void> {
    const { isPaid } = await this.queries.state(tx, exchange.id);
    for (const side of sides.options) {
      await this.mail.send(tx, 'dispute-decided', exchange[side], {
        meal: exchange.meal,
        youAre: side,
        other: exchange[otherSide(side)].name,
        awardedTo,
        isPaid,
        reason: reason ?? null,
        concededBy: concededBy ?? null,
        strike: strikes?.[side] ?? null,
      });
    }
  }
}

const accusationOf = (exchange: Exchange, struck: Side) => ({
  studentId: exchange[struck].id,
  accuserId: exchange[otherSide(struck)].id,
  matchId: exchange.id,
});
