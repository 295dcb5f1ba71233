import { Injectable } from '@nestjs/common';
import { canDispute, otherSide, type RateMatch } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import { isId } from '../common/ids.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { MailService } from '../mail/mail.service.js';
import { MatchesService, type SidedExchange } from '../matches/matches.service.js';
import { StrikesService } from '../strikes/strikes.service.js';
import { UsersService } from '../users/users.service.js';

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
    if (!isId(matchId)) throw new AppError('NOT_FOUND');
    return this.idempotency.once({ studentId, key, route: `ratings.rate ${matchId}`, body }, async (tx) => {
      const found = await this.matches.find(tx, studentId, matchId);
      // one may get a strike, and the reports of the other count
      if (!body.followedThrough) await this.users.lockBoth(tx, found.requester.id, found.fulfiller.id);
      const exchange = await this.matches.lock(tx, studentId, found);
      await insertRating(tx, exchange, studentId, body);
      if (exchange.status === 'cancelled') throw new AppError('MATCH_NOT_ACTIVE');
      if (!body.followedThrough) await this.report(tx, exchange);
      return { success: true as const, match: await this.matches.view(tx, studentId, matchId) };
    });
  }

  /**
   * Disputes the exchange if the other side confirmed it. Otherwise an accepted match is void, so of two students who
   * report each other at once the second has nothing left to rate, and the other side gets a strike. Changes nothing where
   * the other side has disputed it: the dispute decides who gets a strike.
   */
  private async report(tx: EntityManager, exchange: SidedExchange): Promise<void> {
    if (await this.disputes.isDisputed(tx, exchange.id)) return;
    if (await this.isDispute(tx, exchange)) return this.disputes.open(tx, exchange);
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
   * Whether the other side says that the exchange happened. On a completed match only the requester can dispute that, in
   * time, and not after completing it.
   */
  private async isDispute(tx: EntityManager, exchange: SidedExchange): Promise<boolean> {
    const { status, side, completedBy, completedAt, meal } = exchange;
    if (status === 'accepted') return otherSaidYes(tx, exchange);
    if (side === 'fulfiller' || completedBy === 'requester') return false;
    if (!canDispute(completedAt!, new Date(meal.deadline), this.clock.now())) return false;
    return completedBy === 'fulfiller' || otherSaidYes(tx, exchange);
  }
}

/** By a rating, or by "It's them" when they met: nobody eats, leaves the other's press alone and says "No" for a free meal. */
async function otherSaidYes(tx: EntityManager, { id, side }: SidedExchange): Promise<boolean> {
  const other = otherSide(side);
  const yes = await tx.query<unknown[]>(
    `SELECT FROM ratings WHERE match_id = $1 AND side = $2 AND followed_through
     UNION ALL SELECT FROM matches WHERE id = $1 AND ${other}_met_at IS NOT NULL`,
    [id, other],
  );
  return yes.length > 0;
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
  const inserted = await tx.query<unknown[]>(
    `INSERT INTO ratings (match_id, side, rater_id, score, comment, followed_through, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING match_id`,
    [exchange.id, exchange.side, raterId, score, rating.comment ?? null, followedThrough],
  );
  if (!inserted.length) throw new AppError('ALREADY_RATED');
}
