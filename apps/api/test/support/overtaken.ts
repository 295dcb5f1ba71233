import type { TestDatabase } from './database.js';
import { until } from './until.js';

/**
 * Runs `late` during an uncommitted change, and commits the change as soon as `late` waits for its lock. Further calls
 * start one by one, each when the one before it waits. Resolves when all are done.
 */
export async function overtaken<T>(
  db: TestDatabase,
  [change, parameters]: [sql: string, parameters: unknown[]],
  late: () => Promise<T>,
  ...later: (() => Promise<unknown>)[]
): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(change, parameters);
    const answer = late();
    const waiting = (count: number) =>
      until(`${count} to wait for a lock`, async () => (await db.query(WAITING)).length >= count);
    await waiting(1);
    const others: Promise<unknown>[] = [];
    for (const next of later) {
      others.push(next());
      await waiting(others.length + 1);
    }
    await client.query('COMMIT');
    await Promise.all(others);
    return await answer;
  } finally {
    client.release(true);
  }
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
