import type { TestDatabase } from './database.js';
import { until } from './until.js';

/** Runs `late` while a change is made but not committed, and commits it as soon as `late` waits for it. */
export async function overtaken<T>(
  db: TestDatabase,
  [change, parameters]: [sql: string, parameters: unknown[]],
  late: () => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(change, parameters);
    const answer = late();
    await until(async () => (await db.query(WAITING)).length > 0);
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release(true);
  }
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
