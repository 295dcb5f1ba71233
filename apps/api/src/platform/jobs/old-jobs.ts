import type { Client } from 'pg';
import type { PgBoss } from 'pg-boss';

/** The oldest tables that pg-boss 12 can update; those of pg-boss 10 are version 24. */
const OLDEST_UPDATABLE = 25;
const BATCH = 1000;

/** Renames the tables of pg-boss 10, which 12 refuses to update. Their jobs follow in `moveOldJobs`. */
export async function setOldTablesAside(db: Client): Promise<void> {
  const { rows: tables } = await db.query(
    `SELECT FROM pg_tables WHERE schemaname = 'pgboss' AND tablename = 'version'`,
  );
  if (!tables.length) return;
  const { rows } = await db.query<{ version: number }>('SELECT version FROM pgboss.version');
  if (rows[0]!.version < OLDEST_UPDATABLE) await db.query('ALTER SCHEMA pgboss RENAME TO pgboss_old');
}

/** Moves every unfinished job of the old tables in one transaction and drops the tables. A running job starts again. */
export async function moveOldJobs(db: Client, boss: PgBoss): Promise<void> {
  const { rows: schemas } = await db.query(`SELECT FROM pg_namespace WHERE nspname = 'pgboss_old'`);
  if (!schemas.length) return;
  await db.query('BEGIN');
  const { rows: queues } = await db.query<{ name: string }>('SELECT DISTINCT name FROM pgboss_old.job');
  for (const { name } of queues) {
    const { rows: jobs } = await db.query<{ id: string; data: object; startAfter: Date }>(
      `SELECT id, data, start_after AS "startAfter" FROM pgboss_old.job
        WHERE name = $1 AND state < 'completed' ORDER BY priority DESC, created_on, id`,
      [name],
    );
    for (let first = 0; first < jobs.length; first += BATCH)
      await boss.insert(name, jobs.slice(first, first + BATCH), {
        db: { executeSql: (text, values) => db.query(text, values) },
      });
  }
  await db.query('DROP SCHEMA pgboss_old CASCADE');
  await db.query('COMMIT');
}
