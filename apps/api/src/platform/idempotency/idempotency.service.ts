import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IDEMPOTENCY_KEY_HOURS } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { transaction } from '../database/transaction.js';
import { queryRows } from '../database/query-rows.js';
import { IdempotencyKey } from '../database/tables/idempotency-key.entity.js';

/** One call of a route that takes an Idempotency-Key. Each student has their own keys; two may use the same one. */
export interface Call {
  studentId: string;
  key: string | undefined;
  /** Contract name of the route with its path parameter, for example `ratings.rate 0198…`. */
  route: string;
  /** The validated body, so that white space and the order of fields make no difference; null for routes without one. */
  body: unknown;
}

/** Makes retries safe: one effect and one response per key (docs/decisions/0008-idempotency-keys.md). */
@Injectable()
export class IdempotencyService {
  constructor(private readonly db: DataSource) {}

  /**
   * Runs `work` in one transaction. With a key, that transaction also stores the response, without contact details; every
   * later call with the key gets it, and a simultaneous call waits for it. A failure rolls everything back and leaves the
   * key unused. `withoutKey` runs `work` if there is no key.
   */
  run<T extends object>(
    call: Call,
    work: (tx: EntityManager) => Promise<T>,
    withoutKey: typeof transaction = transaction,
  ): Promise<T> {
    if (!call.key) return withoutKey(this.db, work);
    return transaction(this.db, async (tx) => {
      const stored = await this.claim(tx, call);
      // Written by the same route and body, so it has the same shape.
      if (stored) return stored as T;
      const response = await work(tx);
      await queryRows(tx, STORE, [call.studentId, call.key, toStore(response)]);
      return response;
    });
  }

  /** Throws IDEMPOTENCY_KEY_REUSED before a third party is called. `run` checks again and decides. */
  async refuseReused(call: Call): Promise<void> {
    if (call.key) await this.stored(this.db.manager, call);
  }

  /** Frees the key after its stored response proved useless, unless another call has replaced that response. */
  async forget({ studentId, key }: Call, response: object): Promise<void> {
    if (!key) return;
    await this.db.query('DELETE FROM idempotency_keys WHERE student_id = $1 AND key = $2 AND body = $3::jsonb', [
      studentId,
      key,
      toStore(response),
    ]);
  }

  /** Takes the key for this transaction, or returns the response of the first call with it. */
  private async claim(tx: EntityManager, call: Call): Promise<object | undefined> {
    const claimed = await queryRows(tx, CLAIM, Object.values(rowOf(call)));
    if (claimed.length) return undefined;
    return (await this.stored(tx, call)) ?? this.claim(tx, call); // the key was freed in between
  }

  /** The response of the first call with the key. Throws IDEMPOTENCY_KEY_REUSED if that was a different call. */
  private async stored(db: EntityManager, call: Call): Promise<object | undefined> {
    const { studentId, key, route, bodyHash } = rowOf(call);
    const stored = await db.findOneBy(IdempotencyKey, { studentId, key });
    if (stored && (stored.route !== route || !stored.bodyHash.equals(bodyHash)))
      throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return stored?.body as object | undefined;
  }

  /** Deletes all keys of a student who leaves, because the stored responses name them. */
  async forgetAllOf(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(IdempotencyKey, { studentId });
  }

  /** Deletes the responses to these students about these matches. Skips those that another transaction is deleting. */
  async forgetMatches(tx: EntityManager, matchIds: string[], studentIds: string[]): Promise<void> {
    await queryRows(tx, FORGET_MATCHES, [matchIds, studentIds]);
  }

  async prune(): Promise<void> {
    await this.db.query('DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)', [
      IDEMPOTENCY_KEY_HOURS,
    ]);
  }
}

/** Replaces the contact of a match by null, since a replay may come when it must no longer be shown. */
const toStore = (response: object): string =>
  JSON.stringify(response, (name, value: unknown) => (name === 'contact' ? null : value));

/** In the order of `CLAIM`'s parameters. */
const rowOf = ({ studentId, key, route, body }: Call) => ({
  studentId,
  key,
  route,
  bodyHash: createHash('sha256').update(JSON.stringify(body)).digest(),
});

/** Waits for an open transaction that holds the key. Always the first lock of a transaction, so it can't deadlock. */
const CLAIM = {
  name: 'claim key',
  text: `
    INSERT INTO idempotency_keys (student_id, key, route, body_hash) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING key`,
};
const FORGET_MATCHES = `
  DELETE FROM idempotency_keys WHERE (student_id, key) IN (
    SELECT student_id, key FROM idempotency_keys
     WHERE body -> 'match' ->> '_id' = ANY ($1) AND student_id = ANY ($2::uuid[]) FOR UPDATE SKIP LOCKED)`;
const STORE = {
  name: 'store response',
  text: 'UPDATE idempotency_keys SET body = $3 WHERE student_id = $1 AND key = $2',
};
