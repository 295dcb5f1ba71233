import { Injectable } from '@nestjs/common';
import type { AcceptRequest, Match as MatchBody, Side } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import type { SignedInStudent } from '../common/current-student.js';
import { isId, newId } from '../common/ids.js';
import { transaction } from '../common/transaction.js';
import { CreditsService } from '../credits/credits.service.js';
import { preparedIn } from '../database/prepared.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { MailService } from '../mail/mail.service.js';
import { assertMayExchange } from '../requests/may-exchange.js';
import { RequestsService, type MatchedRequest } from '../requests/requests.service.js';
import { MatchesQueries, type Exchange } from './matches.queries.js';

/** A match and the side of the student who acts on it. */
export type SidedExchange = Exchange & { side: Side };

/**
 * Accepted requests. Every method changes request, match and credit in this order, the order in which all transactions
 * lock them (docs/decisions/0002-lock-order.md), and each by a condition that only the first of two rivals fulfils.
 */
@Injectable()
export class MatchesService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly idempotency: IdempotencyService,
    private readonly mail: MailService,
    private readonly requests: RequestsService,
    private readonly queries: MatchesQueries,
  ) {}

  /** Accepts a request for a fulfiller. Of any number of simultaneous accepts exactly one wins (spec §4). */
  accept(fulfiller: SignedInStudent, body: AcceptRequest, key?: string) {
    return this.idempotency.once({ studentId: fulfiller.id, key, route: 'matches.accept', body }, async (tx) => {
      assertMayExchange(fulfiller, this.clock.now());
      const request = await this.requests.markMatched(tx, body.requestId, fulfiller.id);
      const match = await insertMatch(tx, request, fulfiller, body.message);
      await this.mail.contacts(tx, { ...request, id: match._id, fulfiller: fulfiller.user, message: body.message });
      return { success: true as const, match };
    });
  }

  /** Either side says the meal was had: the fulfiller earns the credit at once. Only the first of both clicks counts. */
  async complete(studentId: string, matchId: string) {
    const match = await transaction(this.db, async (tx) => {
      const exchange = await this.find(tx, studentId, matchId);
      await this.capture(tx, exchange, exchange.side);
      return this.view(tx, studentId, matchId);
    });
    return { success: true as const, match };
  }

  /** The fulfiller can't make it: the request is open again, or refunded if its deadline has passed. No strike. */
  async release(studentId: string, matchId: string) {
    const match = await transaction(this.db, async (tx) => {
      const exchange = await this.find(tx, studentId, matchId);
      if (exchange.side !== 'fulfiller') throw new AppError('NOT_FOUND');
      if (await this.letGo(tx, exchange)) await this.credits.release(tx, exchange.requestId);
      return this.view(tx, studentId, matchId);
    });
    return { success: true as const, match };
  }

  /**
   * Ends everything a student who leaves has open: their requests are cancelled, with refund, and those they would have
   * fulfilled are open again. All requests are locked before the first changes, all credits move at the end.
   */
  async leaveAllOf(tx: EntityManager, studentId: string): Promise<void> {
    await lockOpenOf(tx, studentId);
    const refunds = await this.requests.cancelAllOf(tx, studentId);
    for (const exchange of await this.queries.acceptedOf(tx, studentId)) {
      const { requestId, requester, fulfiller, meal } = exchange;
      if (fulfiller.id === studentId) {
        if (await this.letGo(tx, exchange)) refunds.push(requestId);
      } else {
        await this.requests.markCancelled(tx, requestId);
        await markCancelled(tx, exchange.id);
        await this.mail.withdrawn(tx, fulfiller, { meal, requester: requester.name });
        refunds.push(requestId);
      }
    }
    await this.credits.releaseMany(tx, refunds);
  }

  /** Completes a match that both sides forgot (DESIGN §6). */
  async completeForgotten(matchId: string): Promise<void> {
    await transaction(this.db, async (tx) => {
      const exchange = await this.queries.exchange(tx, matchId);
      if (exchange) await this.capture(tx, exchange, 'system');
    });
  }

  /** Somebody did not follow through: the exchange is void, the requester has the credit back, nobody earns one. */
  async cancelAsVoid(tx: EntityManager, exchange: Exchange): Promise<void> {
    await this.requests.markCancelled(tx, exchange.requestId);
    await markCancelled(tx, exchange.id);
    await this.credits.release(tx, exchange.requestId);
  }

  /** The match as one of its two students acts on it; a match of others is as good as none. */
  async find(tx: EntityManager, studentId: string, matchId: string): Promise<SidedExchange> {
    const exchange = isId(matchId) ? await this.queries.exchange(tx, matchId) : undefined;
    if (exchange?.requester.id === studentId) return { ...exchange, side: 'requester' };
    if (exchange?.fulfiller.id === studentId) return { ...exchange, side: 'fulfiller' };
    throw new AppError('NOT_FOUND');
  }

  /** The same, kept as it is until the transaction ends: every change of a match starts at its request. */
  async lock(tx: EntityManager, studentId: string, matchId: string): Promise<SidedExchange> {
    await tx.query(
      `SELECT FROM meal_requests WHERE id = (SELECT request_id FROM matches WHERE id = $1) FOR NO KEY UPDATE`,
      [matchId],
    );
    return this.find(tx, studentId, matchId);
  }

  /** The match as the student sees it. */
  view(tx: EntityManager, studentId: string, matchId: string): Promise<MatchBody> {
    return this.queries.one(tx, studentId, matchId);
  }

  /** Answers whether the credit is to be given back, which is the caller's to do. */
  private async letGo(tx: EntityManager, { id, requestId, requester, fulfiller, meal }: Exchange): Promise<boolean> {
    const refunded = (await this.requests.reopen(tx, requestId)) === 'expired';
    await markCancelled(tx, id);
    await this.mail.released(tx, requester, { meal, fulfiller: fulfiller.name, refunded });
    return refunded;
  }

  private async capture(tx: EntityManager, exchange: Exchange, by: Side | 'system'): Promise<void> {
    await this.requests.markCompleted(tx, exchange.requestId);
    await markCompleted(tx, exchange.id, by);
    await this.credits.capture(tx, exchange.requestId, exchange.fulfiller.id);
  }
}

const INSERT_MATCH = {
  name: 'insert match',
  text: `
    INSERT INTO matches (id, request_id, requester_id, fulfiller_id, message) VALUES ($1, $2, $3, $4, $5)
    RETURNING created_at AS "createdAt"`,
};

async function insertMatch(
  tx: EntityManager,
  request: MatchedRequest,
  fulfiller: SignedInStudent,
  message: string | undefined,
): Promise<MatchBody> {
  const id = newId();
  const values = [id, request.id, request.requester.id, fulfiller.id, message];
  const {
    rows: [inserted],
  } = await preparedIn<{ createdAt: Date }>(tx, INSERT_MATCH, values);
  return {
    _id: id,
    status: 'accepted',
    createdAt: inserted!.createdAt.toISOString(),
    userRole: 'fulfiller',
    request: {
      _id: request.id,
      ...request.meal,
      status: 'matched',
      requester: { name: request.requester.name },
    },
    fulfiller: { name: fulfiller.user.name },
    rating: { requesterRating: null, fulfillerRating: null },
  };
}

/** Keeps all open requests of a student, and those they promised to fulfil, as they are until the transaction ends. */
async function lockOpenOf(tx: EntityManager, studentId: string): Promise<void> {
  await tx.query(
    `SELECT FROM meal_requests WHERE id IN (
       SELECT id FROM meal_requests WHERE requester_id = $1 AND status IN ('active', 'matched')
       UNION ALL SELECT request_id FROM matches WHERE fulfiller_id = $1 AND status = 'accepted')
     ORDER BY id FOR NO KEY UPDATE`,
    [studentId],
  );
}

async function markCompleted(tx: EntityManager, matchId: string, by: Side | 'system'): Promise<void> {
  const [, completed] = await tx.query<[unknown[], number]>(
    `UPDATE matches SET status = 'completed', completed_by = $2, completed_at = now() WHERE id = $1 AND status = 'accepted'`,
    [matchId, by],
  );
  if (!completed) throw new AppError('MATCH_NOT_ACTIVE');
}

async function markCancelled(tx: EntityManager, matchId: string): Promise<void> {
  const [, cancelled] = await tx.query<[unknown[], number]>(
    `UPDATE matches SET status = 'cancelled', cancelled_at = now() WHERE id = $1 AND status = 'accepted'`,
    [matchId],
  );
  if (!cancelled) throw new AppError('MATCH_NOT_ACTIVE');
}
