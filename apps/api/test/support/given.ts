import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import {
  acceptRequest,
  completeMatch,
  grantCredits,
  insertStudents,
  postRequest,
  refundRequest,
} from '../../src/operations/commands/rows.js';
import { newId } from '../../src/platform/common/ids.js';
import { mailboxMark } from '../../src/platform/common/mailbox.js';
import type { TestDatabase } from './database.js';
import { STARTING_MEALS_KEY } from './start-api.js';

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

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000);

/**
 * Puts students, requests and matches into a database by SQL, credits moved through the ledger. A test names only what
 * matters to it.
 */
export function givenIn(db: TestDatabase) {
  /** A student: verified and with 2 credits by default. */
  async function student({
    name = 'Sam Student',
    email = `${randomUUID()}@state.edu`,
    institution = 'state',
    verified = true,
    credits = 2,
  } = {}): Promise<GivenStudent> {
    const id = newId();
    const verification = verified ? { verified_at: new Date() } : {};
    await db.inTransaction(async (client) => {
      const mailbox = mailboxMark(email, STARTING_MEALS_KEY);
      const details = { id, name, email, password_hash: PASSWORD_HASH, institution, mailbox };
      await insertStudents(client, [{ ...details, ...verification }]);
      if (verified && credits) await grantCredits(client, id, credits);
    });
    return { id, email, institution };
  }

  /** Posts an active request and returns its id. Its requester is made unless one is given. */
  async function request(
    {
      by,
      mealPeriod = 'lunch',
      mealDescription = 'Veggie burrito',
      location = 'North Hall',
      description = null,
      urgency = 'medium',
      deadline = inMinutes(120),
      createdAt = new Date(),
    }: Partial<{
      by: GivenStudent;
      mealPeriod: string;
      mealDescription: string;
      location: string;
      description: string | null;
      urgency: string;
      deadline: Date;
      createdAt: Date;
    }> = {},
    andThen?: (client: PoolClient, id: string) => Promise<unknown>,
  ): Promise<string> {
    const requester = by ?? (await student());
    const id = newId();
    await db.inTransaction(async (client) => {
      await postRequest(client, {
        id,
        requester_id: requester.id,
        institution: requester.institution,
        meal_period: mealPeriod,
        meal_description: mealDescription,
        location,
        description,
        urgency,
        deadline,
        created_at: createdAt,
      });
      await andThen?.(client, id);
    });
    return id;
  }

  /** An accepted match. Requester, request and fulfiller are made unless given. */
  async function match({ of, by }: { of?: string; by?: GivenStudent } = {}): Promise<GivenMatch> {
    const requestId = of ?? (await request());
    const fulfillerId = (by ?? (await student())).id;
    const [row] = await db.query<{ requester_id: string }>('SELECT requester_id FROM meal_requests WHERE id = $1', [
      requestId,
    ]);
    const requesterId = row!.requester_id;
    const id = newId();
    await db.inTransaction((client) =>
      acceptRequest(client, { id, request_id: requestId, requester_id: requesterId, fulfiller_id: fulfillerId }),
    );
    return { id, requestId, requesterId, fulfillerId };
  }

  /** A match that the fulfiller marked complete. */
  async function completed(options: Parameters<typeof match>[0] = {}): Promise<GivenMatch> {
    const accepted = await match(options);
    const { id, requestId, fulfillerId } = accepted;
    await db.inTransaction((client) =>
      completeMatch(client, { id, request_id: requestId, fulfiller_id: fulfillerId }, { by: 'fulfiller' }),
    );
    return accepted;
  }

  /** A request that was never active for others: a wave of alerts would find it. */
  const cancelled = (options: Parameters<typeof request>[0] = {}) =>
    request(options, (client, id) => refundRequest(client, id, 'cancelled'));

  return { student, request, match, completed, cancelled };
}
