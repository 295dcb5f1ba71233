import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { transaction } from '../database/transaction.js';
import { preparedIn } from '../database/prepared.js';

/** One call of a route that takes an Idempotency-Key. Keys belong to a student; two students may use the same one. */
export interface Call {
  studentId: string;
  key: string | undefined;
  /** Contract name of the route with its path parameter, for example `ratings.rate 0198…`. */
  route: string;
  /** The checked body, so that spaces and the order of fields make no difference; null where a route has none. */
  body: unknown;
}

interface Kept {
  same: boolean;
  body: object;
}

/** Makes a retried call safe: one effect, one answer (docs/decisions/0008-idempotency-keys.md). */
@Injectable()
export class IdempotencyService {
  constructor(private readonly db: DataSource) {}

  /**
   * Runs `work` in one transaction. With a key, its answer is kept in that transaction, and every later call with the
   * key gets it; a call that arrives meanwhile waits for it. A failure rolls everything back and leaves the key unused.
   * `withoutKey` says how `work` runs where there is no key to keep an answer for.
   */
  once<T extends object>(
    call: Call,
    work: (tx: EntityManager) => Promise<T>,
    withoutKey: typeof transaction = transaction,
  ): Promise<T> {
    if (!call.key) return withoutKey(this.db, work);
    return transaction(this.db, async (tx) => {
      const kept = await this.claim(tx, call);
      // Written by the same route and body, so it has the same shape.
      if (kept) return kept as T;
      const answer = await work(tx);
      await preparedIn(tx, KEEP, [call.studentId, call.key, JSON.stringify(answer)]);
      return answer;
    });
  }

  /** Says early that a key was used for something else, before anybody foreign is asked; `once` decides. */
  async refuseReused(call: Call): Promise<void> {
    if (call.key) await this.kept(this.db.manager, call);
  }

  /** What the key was to answer could not be had after all: it may be used anew, unless somebody has done so meanwhile. */
  async forget({ studentId, key }: Call, answer: object): Promise<void> {
    if (!key) return;
    await this.db.query('DELETE FROM idempotency_keys WHERE student_id = $1 AND key = $2 AND body = $3::jsonb', [
      studentId,
      key,
      JSON.stringify(answer),
    ]);
  }

  /** Takes the key for this transaction, or answers what the first call with it was told. */
  private async claim(tx: EntityManager, call: Call): Promise<object | undefined> {
    const { rowCount } = await preparedIn(tx, CLAIM, rowOf(call));
    if (rowCount) return undefined;
    return (await this.kept(tx, call)) ?? this.claim(tx, call); // forgotten in this very moment
  }

  /** What the first call with the key was told; throws IDEMPOTENCY_KEY_REUSED if that was another one. */
  private async kept(db: EntityManager, call: Call): Promise<object | undefined> {
    const [kept] = await db.query<Kept[]>(
      `SELECT route = $3 AND body_hash = $4 AS same, body FROM idempotency_keys WHERE student_id = $1 AND key = $2`,
      rowOf(call),
    );
    if (kept && !kept.same) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return kept?.body;
  }

  /** Forgets what a student who leaves was answered: it names them. */
  async forgetAllOf(tx: EntityManager, studentId: string): Promise<void> {
    await tx.query('DELETE FROM idempotency_keys WHERE student_id = $1', [studentId]);
  }

  /** Forgets keys after 24 h; answers how many. */
  async prune(): Promise<number> {
    const [, pruned] = await this.db.query<[unknown[], number]>(
      `DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`,
    );
    return pruned;
  }
}

const rowOf = ({ studentId, key, route, body }: Call) => [
  studentId,
  key,
  route,
  createHash('sha256').update(JSON.stringify(body)).digest(),
];

/** Waits for an open transaction that holds the key. Always the first lock of a transaction, so nobody waits in a circle. */
const CLAIM = {
  name: 'claim key',
  text: 'INSERT INTO idempotency_keys (student_id, key, route, body_hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
};
const KEEP = {
  name: 'keep answer',
  text: 'UPDATE idempotency_keys SET body = $3 WHERE student_id = $1 AND key = $2',
};
