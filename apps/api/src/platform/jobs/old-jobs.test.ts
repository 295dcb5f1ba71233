import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { migrate } from '../../operations/commands/migrate.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

/** What pg-boss 10 leaves behind, as far as its jobs go. */
async function givenOldTables() {
  await db.query('DROP SCHEMA pgboss CASCADE');
  await db.query('CREATE SCHEMA pgboss');
  await db.query('CREATE TABLE pgboss.version AS SELECT 24 AS version');
  await db.query(
    `CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')`,
  );
  await db.query(
    `CREATE TABLE pgboss.job (id uuid DEFAULT gen_random_uuid(), name text, data jsonb, priority int DEFAULT 0,
       state pgboss.job_state, start_after timestamptz DEFAULT now(), created_on timestamptz DEFAULT now())`,
  );
}

it('an update from pg-boss 10 loses no mail that is waiting, active, due for a retry or failed', async () => {
  await givenOldTables();
  await db.query(
    `INSERT INTO pgboss.job (name, state, data)
     SELECT 'mail', 'created', jsonb_build_object('mail', n) FROM generate_series(1, 2500) n`,
  );
  await db.query(
    `INSERT INTO pgboss.job (name, state, data)
     VALUES ('mail', 'active', '{"mail": "in hand"}'), ('mail', 'completed', '{"mail": "sent"}'),
            ('mail-dead', 'created', '{"mail": "given up"}'), ('account-links', 'created', '{"link": 1}')`,
  );
  await db.query(
    `INSERT INTO pgboss.job (name, state, data, start_after)
     VALUES ('mail', 'retry', '{"mail": "later"}', now() + interval '1 hour')`,
  );
  const old = await db.query(
    `SELECT id, name, data, start_after FROM pgboss.job WHERE state <> 'completed' ORDER BY id`,
  );

  await migrate(db.url);
  expect(await db.query('SELECT id, name, data, start_after FROM pgboss.job ORDER BY id')).toEqual(old);
  expect(await db.query(`SELECT FROM pg_namespace WHERE nspname = 'pgboss_old'`)).toEqual([]);
});

it('an update that was interrupted before it moved the jobs moves them the next time', async () => {
  await givenOldTables();
  await db.query(`INSERT INTO pgboss.job (name, state, data) VALUES ('mail', 'created', '{"mail": 1}')`);
  await db.query('ALTER SCHEMA pgboss RENAME TO pgboss_old');
  await migrate(db.url);
  expect(await db.query('SELECT data FROM pgboss.job')).toEqual([{ data: { mail: 1 } }]);
});
