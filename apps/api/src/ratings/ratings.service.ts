import { Injectable } from '@nestjs/common';
import { DISPUTE_WINDOW_HOURS, type RateMatch } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import { isId } from '../common/ids.js';
import { CreditsService } from '../credits/credits.service.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { MailService } from '../mail/mail.service.js';
import type { StruckCredit } from '../mail/mails.js';
import { MatchesService, type SidedExchange } from '../matches/matches.service.js';
import { UsersService } from '../users/users.service.js';
import { StrikesService } from './strikes.service.js';

/** The ratings of an exchange, and the consequences of a "No". */
@Injectable()
export class RatingsService {
  constructor(
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly idempotency: IdempotencyService,
    private readonly mail: MailService,
    private readonly matches: MatchesService,
    private readonly strikes: StrikesService,
    private readonly users: UsersService,
  ) {}

  /** Rates the other side of an accepted or completed match, once. A "No" is a strike for the other side (spec §4). */
  async rate(studentId: string, matchId: string, body: RateMatch, key?: string) {
    if (!isId(matchId)) throw new AppError('NOT_FOUND');
    return this.idempotency.once({ studentId, key, route: `ratings.rate ${matchId}`, body }, async (tx) => {
      const found = await this.matches.find(tx, studentId, matchId);
      const other = found.side === 'requester' ? found.fulfiller : found.requester;
      if (!body.followedThrough) await this.users.lock(tx, other.id);
      const exchange = await this.matches.lock(tx, studentId, found);
      await insertRating(tx, exchange, studentId, body);
      if (exchange.status === 'cancelled') throw new AppError('MATCH_NOT_ACTIVE');
      if (!body.followedThrough) await this.punish(tx, exchange, other);
      return { success: true as const, match: await this.matches.view(tx, studentId, matchId) };
    });
  }

  /**
   * The other side did not follow through. If two students report each other at once, the first report counts: it voids
   * the exchange, so the second has nothing left to rate (docs/decisions/0009-no-shows.md).
   */
  private async punish(tx: EntityManager, exchange: SidedExchange, struck: SidedExchange['requester']): Promise<void> {
    if (exchange.status === 'completed' && this.isUnconfirmed(exchange))
      return this.credits.openDispute(tx, exchange.id);
    const credit = await this.settle(tx, exchange);
    const suspendedUntil = await this.strikes.add(tx, struck.id, exchange[exchange.side].id, exchange.id);
    await this.mail.send(tx, 'strike', struck, { matchId: exchange.id, meal: exchange.meal, suspendedUntil, credit });
  }

  private async settle(tx: EntityManager, exchange: SidedExchange): Promise<StruckCredit> {
    if (exchange.status === 'accepted') {
      await this.matches.cancelAsVoid(tx, exchange);
      return exchange.side === 'requester' ? 'back to the requester' : 'back to you';
    }
    return 'unchanged';
  }

  /**
   * Only the fulfiller reported the meal as received, and the requester objects in time. That time starts at the deadline
   * at the earliest, since nobody can know about a no-show before.
   */
  private isUnconfirmed({ side, completedBy, completedAt, meal }: SidedExchange): boolean {
    const since = Math.max(completedAt?.getTime() ?? 0, new Date(meal.deadline).getTime());
    const hours = (this.clock.now().getTime() - since) / 3_600_000;
    return side === 'requester' && completedBy === 'fulfiller' && hours <= DISPUTE_WINDOW_HOURS;
  }
}

async function insertRating(
  tx: EntityManager,
  exchange: SidedExchange,
  raterId: string,
  rating: RateMatch,
): Promise<void> {
  const { followedThrough } = rating;
  const score = followedThrough ? rating.score : null;
  const inserted = await tx.query<unknown[]>(
    `INSERT INTO ratings (match_id, side, rater_id, score, comment, followed_through)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING match_id`,
    [exchange.id, exchange.side, raterId, score, rating.comment ?? null, followedThrough],
  );
  if (!inserted.length) throw new AppError('ALREADY_RATED');
}
