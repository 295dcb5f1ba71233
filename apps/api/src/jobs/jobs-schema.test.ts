import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('lets a worker take the next mails without looking through all that wait', async () => {
  await db.query(`INSERT INTO pgboss.job (name, data) SELECT 'mail', '{}' FROM generate_series(1, 5000)`);
  await db.query('ANALYZE');
  const plan = await db.query(
    `EXPLAIN SELECT id FROM pgboss.job WHERE name = 'mail' AND state < 'active' AND start_after < now()
      ORDER BY priority DESC, created_on, id LIMIT 10 FOR UPDATE SKIP LOCKED`,
  );
  expect(JSON.stringify(plan)).not.toContain('Sort');
});
