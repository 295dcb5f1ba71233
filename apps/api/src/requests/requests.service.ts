import { Injectable } from '@nestjs/common';
import { deadlineProblem, type CreateRequest, type MealRequest, type RequestStatus } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import type { SignedInStudent } from '../http/current-student.js';
import { isId, newId } from '../common/ids.js';
import { oneStatement } from '../database/transaction.js';
import { CreditsService } from '../credits/credits.service.js';
import { preparedIn } from '../database/prepared.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { assertMayExchange } from './may-exchange.js';

/** Requests: what students do with their own, and the moves that the life of a match causes. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Posts a request and takes one credit into its hold: both or neither (DESIGN §6). */
  create(student: SignedInStudent, body: CreateRequest, key?: string) {
    const call = { studentId: student.id, key, route: 'requests.create', body };
    const post = async (tx: EntityManager) => {
      assertMayExchange(student, this.clock.now());
      assertDeadline(body.deadline, this.clock.now());
      return { success: true as const, ...(await postRequest(tx, student, body)) };
    };
    const posted = this.idempotency.once(call, post, oneStatement);
    return posted.catch((error: unknown) => this.credits.explainShortage(this.db.manager, student.id, error));
  }

  /**
   * Cancels an own active request and gives the credit back. Of a cancel and a simultaneous accept, exactly one wins.
   * Past its deadline a request reads as expired, so it can no longer be cancelled; the sweep refunds it.
   */
  async cancel(studentId: string, requestId: string, key?: string) {
    if (!isId(requestId)) throw new AppError('NOT_FOUND');
    const call = { studentId, key, route: `requests.cancel ${requestId}`, body: null };
    return this.idempotency.once(call, async (tx) => {
      const [, cancelled] = await tx.query<[unknown[], number]>(
        `UPDATE meal_requests SET status = 'cancelled'
          WHERE id = $1 AND requester_id = $2 AND status = 'active' AND deadline > clock_timestamp()`,
        [requestId, studentId],
      );
      if (!cancelled) throw await whyNotCancelled(tx, studentId, requestId);
      const creditsRemaining = await this.credits.release(tx, requestId);
      return { success: true as const, message: 'Request cancelled successfully', creditsRemaining };
    });
  }

  /** Ends all active requests of a student who leaves; answers which, for the caller to give their credits back. */
  async cancelAllOf(tx: EntityManager, studentId: string): Promise<string[]> {
    const [ended] = await tx.query<[{ id: string }[], number]>(
      `UPDATE meal_requests SET status = CASE WHEN deadline > clock_timestamp() THEN 'cancelled' ELSE 'expired' END
        WHERE requester_id = $1 AND status = 'active' RETURNING id`,
      [studentId],
    );
    return ended.map(({ id }) => id);
  }

  /** The meal was had. */
  async markCompleted(tx: EntityManager, requestId: string): Promise<void> {
    await leaveMatched(tx, requestId, `'completed'`);
  }

  /** The exchange is void. */
  async markCancelled(tx: EntityManager, requestId: string): Promise<void> {
    await leaveMatched(tx, requestId, `'cancelled'`);
  }

  /** The fulfiller let go: open again, or expired if the deadline has passed; answers which. */
  async reopen(tx: EntityManager, requestId: string): Promise<'active' | 'expired'> {
    return leaveMatched(tx, requestId, `CASE WHEN deadline > clock_timestamp() THEN 'active' ELSE 'expired' END`);
  }
}

/** `status` is SQL. Whoever comes second finds the request no longer matched. */
async function leaveMatched<S extends RequestStatus>(tx: EntityManager, requestId: string, status: string): Promise<S> {
  const [[moved]] = await tx.query<[{ status: S }[], number]>(
    `UPDATE meal_requests SET status = ${status} WHERE id = $1 AND status = 'matched' RETURNING status`,
    [requestId],
  );
  if (!moved) throw new AppError('MATCH_NOT_ACTIVE');
  return moved.status;
}

function assertDeadline(deadline: string, now: Date): void {
  const message = deadlineProblem(new Date(deadline), now);
  if (message) throw new AppError('VALIDATION_FAILED', { message, errors: [{ path: 'deadline', message }] });
}

/**
 * The lock on the student makes a deactivation in the same moment come entirely before or after. The hold sees the request
 * of its own statement; were there none, the ledger would refuse it.
 */
const POST_REQUEST = {
  name: 'post request',
  text: `
    WITH request AS (
      INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                                 urgency, is_flexible, deadline)
      SELECT $1, s.id, s.institution, $3, $4, $5, $6, $7, $8, $9
        FROM students s WHERE s.id = $2 AND s.deactivated_at IS NULL FOR KEY SHARE
      RETURNING id, requester_id, created_at
    )
    SELECT created_at AS "createdAt", ledger.hold_credit(requester_id, id) AS "creditsRemaining" FROM request`,
};

async function postRequest(tx: EntityManager, student: SignedInStudent, body: CreateRequest) {
  const { description, isFlexible, location, mealDescription, mealPeriod, urgency } = body;
  // our reading of it, not PostgreSQL's, which knows fewer offsets and digits
  const deadline = new Date(body.deadline).toISOString();
  const id = newId();
  const values = [id, student.id, mealPeriod, mealDescription, location, description, urgency, isFlexible, deadline];
  const {
    rows: [posted],
  } = await preparedIn<{ createdAt: Date; creditsRemaining: number }>(tx, POST_REQUEST, values);
  if (!posted) throw new AppError('UNAUTHENTICATED');
  const request: MealRequest = {
    ...body,
    _id: id,
    deadline,
    status: 'active',
    createdAt: posted.createdAt.toISOString(),
    isOwn: true,
    requester: { name: student.user.name, institution: student.institution },
    match: null,
  };
  return { request, creditsRemaining: posted.creditsRemaining };
}

async function whyNotCancelled(tx: EntityManager, studentId: string, requestId: string): Promise<AppError> {
  const own = await tx.query<unknown[]>('SELECT FROM meal_requests WHERE id = $1 AND requester_id = $2', [
    requestId,
    studentId,
  ]);
  return new AppError(own.length ? 'REQUEST_NOT_ACTIVE' : 'NOT_FOUND');
}
