import { Injectable } from '@nestjs/common';
import { effectOfNo, otherSide, type RateMatch } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import type { StruckCredit } from '../../delivery/mail/mails.js';
import { MatchesService, type SidedExchange } from '../matches/matches.service.js';
import { OpenMatchesService } from '../matches/open-matches.service.js';
import { StrikesService } from '../strikes/strikes.service.js';
import { UsersService } from '../../people/users/users.service.js';

/** The ratings of an exchange, and the consequences of a "No". */
@Injectable()
export class RatingsService {
  constructor(
    private readonly clock: Clock,
    private readonly disputes: DisputesService,
    private readonly idempotency: IdempotencyService,
    private readonly mail: MailService,
    private readonly matches: MatchesService,
    private readonly openMatches: OpenMatchesService,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Rates the other side of an accepted or completed match, once. A "No" reports that they did not follow through (spec §4). */
  async rate(studentId: string, matchId: string, body: RateMatch, key?: string) {
    return this.idempotency.run({ studentId, key, route: `ratings.rate ${matchId}`, body }, async (tx) => {
      const found = await this.matches.find(tx, studentId, matchId);
      // one student may get a strike, and the other's reports are counted
      if (!body.followedThrough) await this.users.lockMailboxes(tx, found.requester.id, found.fulfiller.id);
      const exchange = await this.matches.lock(tx, studentId, found);
      await insertRating(tx, exchange, studentId, body);
      if (exchange.status === 'cancelled') throw new AppError('MATCH_NOT_ACTIVE');
      if (!body.followedThrough) await this.applyNo(tx, exchange);
      return { match: await this.matches.view(tx, studentId, matchId) };
    });
  }

  /**
   * What a "No" does (`effectOfNo`). Of two students who report each other at once, the second has nothing left to rate.
   * Changes nothing where the exchange is or was disputed, or an operator voided it. A fulfiller's counts as a release, unless
   * it opens a dispute; throws TOO_MANY_REQUESTS after 10 in 24 hours. Gives no strike to a requester whose meal is spent.
   */
  private async applyNo(tx: EntityManager, exchange: SidedExchange): Promise<void> {
    if (await this.disputes.isDisputed(tx, exchange.id)) return;
    const { side, meal, id: matchId } = exchange;
    const effect = effectOfNo(exchange, side, this.clock.now());
    if (effect === 'nothing') return;
    if (effect === 'dispute') return this.disputes.open(tx, exchange);
    const credit = effect === 'void' ? await this.void(tx, exchange) : await this.giveBack(tx, exchange);
    if (side === 'fulfiller') await this.openMatches.assertMayRelease(tx, exchange.fulfiller.id);
    const other = exchange[otherSide(side)];
    const accusation = { studentId: other.id, accuserId: exchange[side].id, matchId };
    const strike = credit === 'owed to you' ? null : await this.strikes.addReported(tx, accusation);
    if (strike) await this.mail.send(tx, 'strike', other, { matchId, meal, credit, ...strike });
    else await this.mail.send(tx, 'voided', other, { matchId, meal, credit });
  }

  private async void(tx: EntityManager, exchange: SidedExchange): Promise<StruckCredit> {
    await this.matches.cancelAsVoid(tx, exchange);
    return exchange.side === 'requester' ? 'back to the requester' : 'back to you';
  }

  private async giveBack(tx: EntityManager, exchange: SidedExchange): Promise<StruckCredit> {
    const isPaid = await this.disputes.giveBack(tx, exchange);
    if (exchange.side === 'requester') return 'back to the requester';
    return isPaid ? 'given back' : 'owed to you';
  }
}

/** Dated when the locks are held, so that the reports of a student have an order. */
async function insertRating(
  tx: EntityManager,
  exchange: SidedExchange,
  raterId: string,
  rating: RateMatch,
): Promise<void> {
  const { followedThrough } = rating;
  const score = followedThrough ? rating.score : null;
  const inserted = await queryRows(
    tx,
    `INSERT INTO ratings (match_id, side, rater_id, score, comment, followed_through, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING match_id`,
    [exchange.id, exchange.side, raterId, score, rating.comment ?? null, followedThrough],
  );
  if (!inserted.length) throw new AppError('ALREADY_RATED');
}
