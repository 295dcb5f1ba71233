import { Injectable } from '@nestjs/common';
import { canDispute, otherSide, type RateMatch } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { MatchesService, type SidedExchange } from '../matches/matches.service.js';
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
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Rates the other side of an accepted or completed match, once. A "No" reports that they did not follow through (spec §4). */
  async rate(studentId: string, matchId: string, body: RateMatch, key?: string) {
    return this.idempotency.run({ studentId, key, route: `ratings.rate ${matchId}`, body }, async (tx) => {
      const found = await this.matches.find(tx, studentId, matchId);
      // one student may get a strike, and the other's reports are counted
      if (!body.followedThrough) await this.users.lockBoth(tx, found.requester.id, found.fulfiller.id);
      const exchange = await this.matches.lock(tx, studentId, found);
      await insertRating(tx, exchange, studentId, body);
      if (exchange.status === 'cancelled') throw new AppError('MATCH_NOT_ACTIVE');
      if (!body.followedThrough) await this.report(tx, exchange);
      return { match: await this.matches.view(tx, studentId, matchId) };
    });
  }

  /**
   * Disputes the exchange if the other side confirmed it. Otherwise an accepted match is void, so of two students who
   * report each other at once the second has nothing left to rate, and the other side gets a strike. Changes nothing where
   * the other side has disputed it: the dispute decides who gets a strike.
   */
  private async report(tx: EntityManager, exchange: SidedExchange): Promise<void> {
    if (await this.disputes.isDisputed(tx, exchange.id)) return;
    if (this.isDispute(exchange)) return this.disputes.open(tx, exchange);
    const other = exchange[otherSide(exchange.side)];
    const isVoid = exchange.status === 'accepted';
    if (isVoid) await this.matches.cancelAsVoid(tx, exchange);
    const accuserId = exchange[exchange.side].id;
    const strike = await this.strikes.addReported(tx, { studentId: other.id, accuserId, matchId: exchange.id });
    const about = {
      matchId: exchange.id,
      meal: exchange.meal,
      credit: isVoid ? (exchange.side === 'requester' ? 'back to the requester' : 'back to you') : 'unchanged',
    } as const;
    if (strike) await this.mail.send(tx, 'strike', other, { ...about, ...strike });
    else if (isVoid) await this.mail.send(tx, 'voided', other, about);
  }

  /**
   * Whether somebody said that the exchange happened: the other side, or a requester who takes back their "It's them", since
   * nobody may eat, say "No" and have the meal back. On a completed match only the requester can dispute that, in time, and
   * not after completing it.
   */
  private isDispute({ status, side, completedBy, completedAt, confirmed, meal }: SidedExchange): boolean {
    const otherConfirmed = confirmed[otherSide(side)];
    if (status === 'accepted') return otherConfirmed || (side === 'requester' && confirmed.requester);
    if (side === 'fulfiller' || completedBy === 'requester') return false;
    if (!canDispute(completedAt!, new Date(meal.deadline), this.clock.now())) return false;
    return completedBy === 'fulfiller' || otherConfirmed;
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
