import { Injectable } from '@nestjs/common';
import { deadlineProblem, type CreateRequest, type MealRequest, type RequestStatus } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import type { SignedInStudent } from '../common/current-student.js';
import { isId, newId } from '../common/ids.js';
import { transaction } from '../common/transaction.js';
import { CreditsService } from '../credits/credits.service.js';
import { preparedIn } from '../database/prepared.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import type { Contact } from '../mail/mails.js';
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
    const posted = this.idempotency.once({ studentId: student.id, key, route: 'requests.create', body }, async (tx) => {
      assertMayExchange(student, this.clock.now());
      assertDeadline(body.deadline, this.clock.now());
      const request = await insertRequest(tx, student, body);
      const creditsRemaining = await this.credits.hold(tx, student.id, request._id);
      return { success: true as const, request, creditsRemaining };
    });
    return posted.catch((error: unknown) => this.credits.explainShortage(this.db.manager, student.id, error));
  }

  /**
   * Cancels an own active request and gives the credit back. Of a cancel and a simultaneous accept, exactly one wins.
   * Past its deadline a request reads as expired, so it can no longer be cancelled; the sweep refunds it.
   */
  async cancel(studentId: string, requestId: string) {
    if (!isId(requestId)) throw new AppError('NOT_FOUND');
    const creditsRemaining = await transaction(this.db, async (tx) => {
      const [, cancelled] = await tx.query<[unknown[], number]>(
        `UPDATE meal_requests SET status = 'cancelled'
          WHERE id = $1 AND requester_id = $2 AND status = 'active' AND deadline > clock_timestamp()`,
        [requestId, studentId],
      );
      if (!cancelled) throw await whyNotCancelled(tx, studentId, requestId);
      return this.credits.release(tx, requestId);
    });
    return { success: true as const, message: 'Request cancelled successfully', creditsRemaining };
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

  /** Gives the request to a fulfiller. The condition is in the UPDATE: of all who ask, the first gets it (DESIGN §6). */
  async markMatched(tx: EntityManager, requestId: string, fulfillerId: string): Promise<MatchedRequest> {
    const {
      rows: [row],
    } = await preparedIn<MatchedRow>(tx, MARK_MATCHED, [requestId, fulfillerId]);
    if (!row) throw await whyNotMatched(tx, requestId, fulfillerId);
    const { requester, deadline, description, ...meal } = row;
    return {
      id: requestId,
      requester,
      meal: { ...meal, deadline: deadline.toISOString(), description: description ?? undefined },
    };
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

/** A request that has just been matched, with how to reach its requester: for a mail, never for the wire. */
export interface MatchedRequest {
  id: string;
  requester: Contact & { id: string };
  meal: CreateRequest;
}
type MatchedRow = Pick<MatchedRequest, 'requester'> &
  Omit<CreateRequest, 'deadline' | 'description'> & { deadline: Date; description: string | null };

const MARK_MATCHED = {
  name: 'match request',
  text: `
    WITH fulfiller AS (SELECT id FROM students WHERE id = $2 AND deactivated_at IS NULL FOR KEY SHARE)
    UPDATE meal_requests r SET status = 'matched' FROM fulfiller f, students s
     WHERE r.id = $1 AND r.status = 'active' AND r.deadline > clock_timestamp()
       AND r.requester_id <> f.id AND s.id = r.requester_id
    RETURNING json_build_object('id', s.id, 'name', s.name, 'email', s.email, 'phoneNumber', s.phone_number) AS requester,
              r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location, r.description,
              r.urgency, r.is_flexible AS "isFlexible", r.deadline`,
};

/** `status` is SQL. Whoever comes second finds the request no longer matched. */
async function leaveMatched<S extends RequestStatus>(tx: EntityManager, requestId: string, status: string): Promise<S> {
  const [[moved]] = await tx.query<[{ status: S }[], number]>(
    `UPDATE meal_requests SET status = ${status} WHERE id = $1 AND status = 'matched' RETURNING status`,
    [requestId],
  );
  if (!moved) throw new AppError('MATCH_NOT_ACTIVE');
  return moved.status;
}

async function whyNotMatched(tx: EntityManager, requestId: string, fulfillerId: string): Promise<AppError> {
  const [request] = await tx.query<{ isOwn: boolean }[]>(
    'SELECT requester_id = $2 AS "isOwn" FROM meal_requests WHERE id = $1',
    [requestId, fulfillerId],
  );
  if (!request) return new AppError('NOT_FOUND');
  return new AppError(request.isOwn ? 'OWN_REQUEST' : 'REQUEST_NOT_AVAILABLE');
}

function assertDeadline(deadline: string, now: Date): void {
  const message = deadlineProblem(new Date(deadline), now);
  if (message) throw new AppError('VALIDATION_FAILED', { message, errors: [{ path: 'deadline', message }] });
}

const INSERT_REQUEST = {
  name: 'insert request',
  text: `
    INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                               urgency, is_flexible, deadline)
    SELECT $1, s.id, s.institution, $3, $4, $5, $6, $7, $8, $9
      FROM students s WHERE s.id = $2 AND s.deactivated_at IS NULL FOR KEY SHARE
    RETURNING created_at AS "createdAt"`,
};

/** The lock on the student makes a deactivation in the same moment come entirely before or after. */
async function insertRequest(tx: EntityManager, student: SignedInStudent, body: CreateRequest): Promise<MealRequest> {
  const { description, isFlexible, location, mealDescription, mealPeriod, urgency } = body;
  // our reading of it, not PostgreSQL's, which knows fewer offsets and digits
  const deadline = new Date(body.deadline).toISOString();
  const id = newId();
  const values = [id, student.id, mealPeriod, mealDescription, location, description, urgency, isFlexible, deadline];
  const {
    rows: [inserted],
  } = await preparedIn<{ createdAt: Date }>(tx, INSERT_REQUEST, values);
  if (!inserted) throw new AppError('UNAUTHENTICATED');
  return {
    ...body,
    _id: id,
    deadline,
    status: 'active',
    createdAt: inserted.createdAt.toISOString(),
    isOwn: true,
    requester: { name: student.user.name, institution: student.institution },
    match: null,
  };
}

async function whyNotCancelled(tx: EntityManager, studentId: string, requestId: string): Promise<AppError> {
  const own = await tx.query<unknown[]>('SELECT FROM meal_requests WHERE id = $1 AND requester_id = $2', [
    requestId,
    studentId,
  ]);
  return new AppError(own.length ? 'REQUEST_NOT_ACTIVE' : 'NOT_FOUND');
}
