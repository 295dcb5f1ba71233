import { Injectable } from '@nestjs/common';
import type { AcceptRequest, Match as MatchBody, Side } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import type { SignedInStudent } from '../http/current-student.js';
import { isId, newId } from '../common/ids.js';
import { transaction } from '../database/transaction.js';
import { CreditsService } from '../credits/credits.service.js';
import { preparedIn } from '../database/prepared.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { MailService } from '../mail/mail.service.js';
import type { Contact } from '../mail/mails.js';
import { assertMayExchange } from '../requests/may-exchange.js';
import { RequestsService } from '../requests/requests.service.js';
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
      const { match, requester } = await takeRequest(tx, fulfiller, body);
      const { _id: id, request: meal } = match;
      await this.mail.contacts(tx, { id, requester, fulfiller: fulfiller.user, meal, message: body.message });
      return { success: true as const, match };
    });
  }

  /** Either side says the meal was had: the fulfiller earns the credit at once. Only the first of both clicks counts. */
  complete(studentId: string, matchId: string, key?: string) {
    return this.once('complete', studentId, matchId, key, (tx, exchange) => this.capture(tx, exchange, exchange.side));
  }

  /** The fulfiller can't make it: the request is open again, or refunded if its deadline has passed. No strike. */
  release(studentId: string, matchId: string, key?: string) {
    return this.once('release', studentId, matchId, key, async (tx, exchange) => {
      if (exchange.side !== 'fulfiller') throw new AppError('NOT_FOUND');
      if (await this.letGo(tx, exchange)) await this.credits.release(tx, exchange.requestId);
    });
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
    const exchange = await this.queries.exchange(tx, matchId);
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

  /** One of its two students changes a match; answers what it then is. */
  private async once(
    name: 'complete' | 'release',
    studentId: string,
    matchId: string,
    key: string | undefined,
    change: (tx: EntityManager, exchange: SidedExchange) => Promise<void>,
  ) {
    if (!isId(matchId)) throw new AppError('NOT_FOUND');
    return this.idempotency.once({ studentId, key, route: `matches.${name} ${matchId}`, body: null }, async (tx) => {
      await change(tx, await this.find(tx, studentId, matchId));
      return { success: true as const, match: await this.view(tx, studentId, matchId) };
    });
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

type Meal = Omit<MatchBody['request'], '_id' | 'status' | 'requester'>;
interface Taken extends Omit<Meal, 'deadline' | 'description'> {
  requester: Contact;
  description: string | null;
  deadline: Date;
  createdAt: Date;
}

/** The condition is in the UPDATE: of all who ask, the first gets the request, and the match with it (DESIGN §6). */
const TAKE_REQUEST = {
  name: 'take request',
  text: `
    WITH fulfiller AS (
      SELECT id FROM students WHERE id = $2 AND deactivated_at IS NULL FOR KEY SHARE
    ), request AS (
      UPDATE meal_requests r SET status = 'matched' FROM fulfiller f, students s
       WHERE r.id = $1 AND r.status = 'active' AND r.deadline > clock_timestamp()
         AND r.requester_id <> f.id AND s.id = r.requester_id
      RETURNING r.*, json_build_object('name', s.name, 'email', s.email, 'phoneNumber', s.phone_number) AS requester
    ), match AS (
      INSERT INTO matches (id, request_id, requester_id, fulfiller_id, message)
      SELECT $3, id, requester_id, $2, $4 FROM request
      RETURNING created_at
    )
    SELECT r.requester, r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location,
           r.description, r.urgency, r.is_flexible AS "isFlexible", r.deadline, m.created_at AS "createdAt"
      FROM request r, match m`,
};

/** Gives the request to a fulfiller; answers the match, and how to reach its requester: for a mail, never for the wire. */
async function takeRequest(
  tx: EntityManager,
  fulfiller: SignedInStudent,
  { requestId, message }: AcceptRequest,
): Promise<{ match: MatchBody; requester: Contact }> {
  const id = newId();
  const {
    rows: [taken],
  } = await preparedIn<Taken>(tx, TAKE_REQUEST, [requestId, fulfiller.id, id, message]);
  if (!taken) throw await whyNotTaken(tx, requestId, fulfiller.id);
  const { requester, createdAt, deadline, description, ...meal } = taken;
  const match: MatchBody = {
    _id: id,
    status: 'accepted',
    createdAt: createdAt.toISOString(),
    userRole: 'fulfiller',
    request: {
      _id: requestId,
      ...meal,
      description: description ?? undefined,
      deadline: deadline.toISOString(),
      status: 'matched',
      requester: { name: requester.name },
    },
    fulfiller: { name: fulfiller.user.name },
    rating: { requesterRating: null, fulfillerRating: null },
  };
  return { match, requester };
}

async function whyNotTaken(tx: EntityManager, requestId: string, fulfillerId: string): Promise<AppError> {
  const [request] = await tx.query<{ isOwn: boolean }[]>(
    'SELECT requester_id = $2 AS "isOwn" FROM meal_requests WHERE id = $1',
    [requestId, fulfillerId],
  );
  if (!request) return new AppError('NOT_FOUND');
  return new AppError(request.isOwn ? 'OWN_REQUEST' : 'REQUEST_NOT_AVAILABLE');
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
