import type { PoolClient } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { buildCampus } from './stories.js';

/** The campus of `stories.ts` and a connection of the superuser. Each test is rolled back. */
export async function openCampus(): Promise<{ db: TestDatabase; client: PoolClient }> {
  const db = await createTestDatabase();
  await buildCampus(db);
  const client = await db.pool.connect();
  beforeEach(() => client.query('BEGIN'));
  afterEach(() => client.query('ROLLBACK'));
  afterAll(async () => {
    client.release();
    await db.close();
  });
  return { db, client };
}
