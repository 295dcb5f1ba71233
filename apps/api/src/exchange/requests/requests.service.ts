import { Injectable } from '@nestjs/common';
import {
  deadlineProblem,
  isPlace,
  type CampusPause,
  type CreateRequest,
  type RequestStatus,
} from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { FIRST_TIME_ZONE, limitsMealsGiven, mayEatAt, pauseOf } from '../../people/campuses/campus-columns.js';
import { AppError, wrongField } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { newId } from '../../platform/common/ids.js';
import { oneStatement } from '../../platform/database/transaction.js';
import { CreditsService } from '../../ledger/credits/credits.service.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { MealRequest } from '../../platform/database/tables/meal-request.entity.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import type { Contact, Meal } from '../../delivery/mail/mails.js';
import { assertMayExchange, campusPaused } from './may-exchange.js';
import { requestColumns, toMailedMeal, toRequest, type RequestRow } from './request-columns.js';

/** Posts and cancels requests, and changes them for the services that accept, complete and release matches. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Posts a request and holds one credit for it: both or neither. Throws ACCOUNT_SUSPENDED, CAMPUS_PAUSED, VALIDATION_FAILED for
   * a wrong deadline or a place that the campus does not allow, MAILBOX_OWES_MEALS if another account of the mailbox owes
   * credits, TOO_MANY_OPEN_REQUESTS if the campus has a limit and the student is at it, and INSUFFICIENT_CREDITS.
   */
  create(student: SignedInStudent, body: CreateRequest, key?: string) {
    const call = { studentId: student.id, key, route: 'requests.create', body };
    const post = async (tx: EntityManager) => {
      assertMayExchange(student);
      assertDeadline(body.deadline, this.clock.now());
      const posted = await insertWithHold(tx, student.id, body);
      return { request: toRequest(posted, student.id), creditsRemaining: posted.creditsRemaining };
    };
    // a refused hold fails the transaction, so it is explained outside
    return this.idempotency
      .run(call, post, oneStatement)
      .catch((error: unknown) => this.credits.explainRefusedHold(this.db.manager, student.id, error));
  }

  /**
   * Cancels the student's own active request and gives the credit back. Of a cancel and a simultaneous accept, exactly one
   * wins. Past its deadline a request shows as expired and can't be cancelled; the sweep refunds it.
   */
  cancel(studentId: string, requestId: string, key?: string) {
    const call = { studentId, key, route: `requests.cancel ${requestId}`, body: null };
    const cancel = async (tx: EntityManager) => {
      const [cancelled] = await queryRows<{ creditsRemaining: number }>(tx, CANCEL, [requestId, studentId]);
      if (!cancelled) throw await whyNotCancelled(tx, studentId, requestId);
      return { message: 'Request cancelled successfully', creditsRemaining: cancelled.creditsRemaining };
    };
    return this.idempotency.run(call, cancel, oneStatement);
  }

  /**
   * An operator takes an open request down, and its credit returns. Of this and a simultaneous accept or cancel, exactly
   * one wins. Returns the meal for a mail to its requester.
   */
  async remove(tx: EntityManager, requestId: string): Promise<Meal> {
    const [removed] = await queryRows<RequestRow>(
      tx,
      `UPDATE meal_requests r SET status = 'cancelled' FROM students requester
        WHERE r.id = $1 AND r.status = 'active' AND r.deadline > clock_timestamp() AND requester.id = r.requester_id
       RETURNING ${requestColumns}`,
      [requestId],
    );
    if (!removed) throw new AppError('REQUEST_NOT_ACTIVE', { message: 'This request is no longer open' });
    await this.credits.release(tx, requestId);
    return toMailedMeal(removed);
  }

  /**
   * Matches an active request with a fulfiller. The UPDATE is conditional, so the first of several fulfillers wins.
   * It locks all accounts of the fulfiller's mailbox, so that simultaneous accepts of the same person come one
   * after the other, and a simultaneous deactivation happens entirely before or after. Throws
   * NOT_FOUND, OWN_REQUEST, REQUEST_NOT_AVAILABLE, or CAMPUS_PAUSED for a request of a paused campus. The returned contact is for a mail, never for a client.
   */
  async markMatched(tx: EntityManager, requestId: string, fulfillerId: string): Promise<MatchedRequest> {
    const [matched] = await queryRows<MatchedRequest>(tx, MARK_MATCHED, [requestId, fulfillerId]);
    if (!matched) throw await whyNotMatched(tx, requestId, fulfillerId);
    return matched;
  }

  /**
   * Ends a match's hold on its request: completed, cancelled, or active again after a release, then expired if its deadline
   * has passed. Returns the new status. Throws MATCH_NOT_ACTIVE for the second of two rivals.
   */
  async leaveMatched(tx: EntityManager, requestId: string, status: RequestStatus): Promise<RequestStatus> {
    const [moved] = await queryRows<{ status: RequestStatus }>(tx, LEAVE_MATCHED, [requestId, status]);
    if (!moved) throw new AppError('MATCH_NOT_ACTIVE');
    return moved.status;
  }

  /** Ends all active requests of a leaving student. Returns their ids; the caller gives the credits back. */
  async cancelAllOf(tx: EntityManager, studentId: string): Promise<string[]> {
    const ended = await queryRows<{ id: string }>(
      tx,
      `UPDATE meal_requests SET status = CASE WHEN deadline > clock_timestamp() THEN 'cancelled' ELSE 'expired' END
        WHERE requester_id = $1 AND status = 'active' RETURNING id`,
      [studentId],
    );
    return ended.map(({ id }) => id);
  }

  /** Locks a request until the transaction ends, and so its match: every change of a match locks its request first. */
  async lock(tx: EntityManager, requestId: string): Promise<void> {
    await tx.query('SELECT FROM meal_requests WHERE id = $1 FOR NO KEY UPDATE', [requestId]);
  }

  /** Locks all open requests of a student, and those they still have to fulfil, in id order as all transactions do. */
  async lockOpenOf(tx: EntityManager, studentId: string): Promise<void> {
    await tx.query(
      `SELECT FROM meal_requests
        WHERE requester_id = $1 AND status IN ('active', 'matched')
           OR id = ANY (ARRAY(SELECT request_id FROM matches WHERE fulfiller_id = $1 AND status = 'accepted'))
        ORDER BY id FOR NO KEY UPDATE`,
      [studentId],
    );
  }
}

/** One statement, which also gives the credit back. */
const CANCEL = {
  name: 'cancel request',
  text: `
    WITH cancelled AS (
      UPDATE meal_requests SET status = 'cancelled'
       WHERE id = $1 AND requester_id = $2 AND status = 'active' AND deadline > clock_timestamp() RETURNING id
    )
    SELECT ledger.release_credit(id) AS "creditsRemaining" FROM cancelled`,
};

/** With all accounts of the fulfiller's mailbox, and whether their campus limits the meals that they give. */
export type MatchedRequest = RequestRow & { requester: Contact; fulfillerAccounts: string[]; isLimited: boolean };

const MARK_MATCHED = {
  name: 'mark matched',
  text: `
    WITH person AS MATERIALIZED (
      SELECT id, institution, deactivated_at FROM students
       WHERE mailbox = (SELECT mailbox FROM students WHERE id = $2) ORDER BY id FOR NO KEY UPDATE
    ), fulfiller AS ( -- an aggregate, which reads and so locks all of them
      SELECT $2::uuid AS id, array_agg(id) AS accounts, max(institution) FILTER (WHERE id = $2) AS institution
        FROM person HAVING bool_or(id = $2 AND deactivated_at IS NULL)
    )
    UPDATE meal_requests r SET status = 'matched' FROM fulfiller, students requester
     WHERE r.id = $1 AND r.status = 'active' AND r.deadline > clock_timestamp()
       AND r.requester_id <> fulfiller.id AND requester.id = r.requester_id
       AND ${pauseOf('r.institution', 'clock_timestamp()')} IS NULL
    RETURNING ${requestColumns}, json_build_object(
      'name', requester.name, 'email', requester.email, 'phoneNumber', requester.phone_number) AS requester,
      fulfiller.accounts AS "fulfillerAccounts", ${limitsMealsGiven('fulfiller.institution')} AS "isLimited"`,
};

async function whyNotMatched(tx: EntityManager, requestId: string, fulfillerId: string): Promise<AppError> {
  const [request] = await queryRows<{ isOwn: boolean; pause: CampusPause | null }>(
    tx,
    `SELECT requester_id = $2 AS "isOwn",
            CASE WHEN status = 'active' THEN ${pauseOf('r.institution', 'clock_timestamp()')} END AS pause
       FROM meal_requests r WHERE id = $1`,
    [requestId, fulfillerId],
  );
  if (!request) return new AppError('NOT_FOUND');
  if (request.pause && !request.isOwn) return campusPaused('The campus of this request', request.pause);
  return new AppError(request.isOwn ? 'OWN_REQUEST' : 'REQUEST_NOT_AVAILABLE');
}

const LEAVE_MATCHED = {
  name: 'leave matched',
  text: `
    UPDATE meal_requests
       SET status = CASE WHEN $2 = 'active' AND deadline <= clock_timestamp() THEN 'expired' ELSE $2 END
     WHERE id = $1 AND status = 'matched' RETURNING status`,
};

function assertDeadline(deadline: string, now: Date): void {
  const message = deadlineProblem(new Date(deadline), now);
  if (message) throw wrongField('deadline', message);
}

/**
 * SQL: whether another account of a student's mailbox has a debt, or claims that its next credits pay; `student` is the alias of
 * their row. What an account owes stays with the person, so nobody can leave it behind and go on with a second account.
 */
const isOwedElsewhere = (student: string) => `EXISTS (
  SELECT FROM students other WHERE other.mailbox = ${student}.mailbox AND other.id <> ${student}.id AND owes(other.id))`;

/**
 * One statement for the request and its hold. It locks the student, so that a simultaneous deactivation happens entirely
 * before or after. The ledger counts open requests by their holds.
 */
const POST_REQUEST = {
  name: 'post request',
  text: `
    WITH requester AS (
      SELECT s.id, s.name, s.institution, campus.open_requests_max
        FROM students s LEFT JOIN campuses campus USING (institution)
       WHERE s.id = $2 AND s.deactivated_at IS NULL AND NOT ${isOwedElsewhere('s')} AND ${mayEatAt('campus', '$5')}
         FOR KEY SHARE OF s
    ), r AS (
      INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                                 urgency, is_flexible, deadline)
      SELECT $1, id, institution, $3, $4, $5, $6, $7, $8, $9 FROM requester
      RETURNING *
    )
    SELECT ${requestColumns}, ledger.hold_credit(r.requester_id, r.id, requester.open_requests_max) AS "creditsRemaining"
      FROM r, requester`,
};

type PostedRow = RequestRow & { creditsRemaining: number };

async function insertWithHold(tx: EntityManager, studentId: string, body: CreateRequest): Promise<PostedRow> {
  const { mealPeriod, mealDescription, location, description, urgency, isFlexible, timeZone = '' } = body;
  // parsed here, because PostgreSQL accepts fewer offsets and digits
  const deadline = new Date(body.deadline).toISOString();
  const [posted] = await queryRows<PostedRow>(tx, POST_REQUEST, [
    newId(),
    studentId,
    mealPeriod,
    mealDescription,
    location,
    description,
    urgency,
    isFlexible,
    deadline,
  ]);
  if (!posted) throw await whyNotPosted(tx, studentId);
  if (posted.campus && !posted.campus.timeZone && isPlace(timeZone))
    await queryRows(tx, FIRST_TIME_ZONE, [posted.institution, timeZone]);
  return posted;
}

async function whyNotPosted(tx: EntityManager, studentId: string): Promise<AppError> {
  const [student] = await queryRows<{ isOwed: boolean; places: string[] }>(
    tx,
    `SELECT ${isOwedElsewhere('students')} AS "isOwed", coalesce(campus.places, '{}') AS places
       FROM students LEFT JOIN campuses campus USING (institution)
      WHERE id = $1 AND deactivated_at IS NULL`,
    [studentId],
  );
  if (!student) return new AppError('UNAUTHENTICATED');
  if (student.isOwed) return new AppError('MAILBOX_OWES_MEALS');
  return wrongField('location', `Your campus shares meals at these places only: ${student.places.join(', ')}`);
}

async function whyNotCancelled(tx: EntityManager, studentId: string, requestId: string): Promise<AppError> {
  const isOwn = await tx.existsBy(MealRequest, { id: requestId, requesterId: studentId });
  return new AppError(isOwn ? 'REQUEST_NOT_ACTIVE' : 'NOT_FOUND');
}
