import { randomUUID } from 'node:crypto';
import { newId } from '../../src/common/ids.js';
import type { TestDatabase } from './database.js';

/** The password of every student that tests make, and its hash, made cheaply so that logging in is quick. */
export const PASSWORD = 'Passw0rd';
const PASSWORD_HASH = '$argon2id$v=19$m=64,t=1,p=1$+G/SW2bL2mofCxque1mNRQ$89sA9JChFfK94KC257g8VUMXZZI9iHQxuHqL+9WqCbA';

export interface GivenStudent {
  id: string;
  email: string;
  institution: string;
}

export interface GivenMatch {
  id: string;
  requestId: string;
  requesterId: string;
  fulfillerId: string;
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/**
 * Puts students, requests and matches into a database by SQL, credits moved through the ledger. A test names only what
 * matters to it.
 */
export function givenIn(db: TestDatabase) {
  /** A student; verified, with 2 credits, unless told otherwise. */
  async function student({
    name = 'Sam Student',
    email = `${randomUUID()}@state.edu`,
    institution = 'state',
    verified = true,
    credits = 2,
  } = {}): Promise<GivenStudent> {
    const id = newId();
    await db.transaction([
      [
        `INSERT INTO students
           (id, name, email, phone_number, role_preference, password_hash, institution, verified_at)
         VALUES ($1, $2, $3, '+1 555 010 0100', 'both', $4, $5, CASE WHEN $6 THEN now() END)`,
        [id, name, email, PASSWORD_HASH, institution, verified],
      ],
      ...(verified && credits ? [grant(id, credits)] : []),
    ]);
    return { id, email, institution };
  }

  /** An active request; its requester is made if none is given. Answers its id. */
  async function request({
    by,
    mealPeriod = 'lunch',
    mealDescription = 'Veggie burrito',
    location = 'North Hall',
    description = null as string | null,
    urgency = 'medium',
    deadline = minutes(120),
  }: Partial<{
    by: GivenStudent;
    mealPeriod: string;
    mealDescription: string;
    location: string;
    description: string | null;
    urgency: string;
    deadline: Date;
  }> = {}): Promise<string> {
    const requester = by ?? (await student());
    const id = newId();
    await db.transaction([
      [
        `INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                                    urgency, is_flexible, deadline)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true, $9)`,
        [
          id,
          requester.id,
          requester.institution,
          mealPeriod,
          mealDescription,
          location,
          description,
          urgency,
          deadline,
        ],
      ],
      ['SELECT ledger.hold_credit($1, $2)', [requester.id, id]],
    ]);
    return id;
  }

  /** An accepted match; requester, request and fulfiller are made if none is given. */
  async function match({ of, by }: { of?: string; by?: GivenStudent } = {}): Promise<GivenMatch> {
    const requestId = of ?? (await request());
    const fulfillerId = (by ?? (await student())).id;
    const id = newId();
    await db.transaction([
      [`UPDATE meal_requests SET status = 'matched' WHERE id = $1`, [requestId]],
      [
        `INSERT INTO matches (id, request_id, requester_id, fulfiller_id)
         SELECT $1, r.id, r.requester_id, $3 FROM meal_requests r WHERE r.id = $2`,
        [id, requestId, fulfillerId],
      ],
    ]);
    const [row] = await db.query<{ requester_id: string }>('SELECT requester_id FROM meal_requests WHERE id = $1', [
      requestId,
    ]);
    return { id, requestId, requesterId: row!.requester_id, fulfillerId };
  }

  /** A match that the fulfiller marked complete. */
  async function completed(options: Parameters<typeof match>[0] = {}): Promise<GivenMatch> {
    const accepted = await match(options);
    await db.transaction([
      [`UPDATE meal_requests SET status = 'completed' WHERE id = $1`, [accepted.requestId]],
      [
        `UPDATE matches SET status = 'completed', completed_by = 'fulfiller', completed_at = now() WHERE id = $1`,
        [accepted.id],
      ],
      ['SELECT ledger.capture_credit($1, $2)', [accepted.requestId, accepted.fulfillerId]],
    ]);
    return accepted;
  }

  /** A request that was cancelled, its credit given back. Answers its id. */
  async function cancelled(options: Parameters<typeof request>[0] = {}): Promise<string> {
    const id = await request(options);
    await db.transaction([
      [`UPDATE meal_requests SET status = 'cancelled' WHERE id = $1`, [id]],
      ['SELECT ledger.release_credit($1)', [id]],
    ]);
    return id;
  }

  return { student, request, match, completed, cancelled };
}

const grant = (studentId: string, credits: number): [string, unknown[]] => [
  'SELECT ledger.grant_credits($1, $2)',
  [studentId, credits],
];
