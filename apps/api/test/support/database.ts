import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { until } from './until.js';

export interface TestDatabase {
  url: string;
  query<Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** Runs work in one transaction on one connection. */
  inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void>;
  /** Runs several statements in one transaction. */
  transaction(statements: [sql: string, parameters?: unknown[]][]): Promise<void>;
  pool: pg.Pool;
  /** Closes the connections. The end of the run drops the database. */
  close(): Promise<void>;
}

/** Creates a database for one test file: a copy of a migrated template, or an empty one. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const { TEST_SERVER_URL: serverUrl, TEST_RUN: run } = process.env;
  if (!serverUrl || !run)
    throw new Error('Tests with a database run under Jest, whose global set-up starts the server');
  const name = `${run}_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, async (server) => {
    const template = migrated ? await templateOf(server, serverUrl, run) : 'template1';
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  return openDatabase(withDatabase(serverUrl, name));
}

/** The scheduled comparison with Stripe would repair what a test checks. */
const COMPARE_NEVER = `UPDATE reconciliations SET done_at = 'infinity'`;

/** The guards against it rest meanwhile, and the accounts of the system stay. */
const EMPTY_TABLES = `
  SET LOCAL lock_timeout = '200ms';
  CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT id, kind FROM ledger.accounts WHERE student_id IS NULL;
  DO $$
  DECLARE
    guards text[] := ARRAY(SELECT format('ALTER TABLE %s %%s TRIGGER %I', tgrelid::regclass, tgname)
                             FROM pg_trigger WHERE tgname LIKE '%_all' AND NOT tgisinternal);
    guard text;
  BEGIN
    FOREACH guard IN ARRAY guards LOOP EXECUTE format(guard, 'DISABLE'); END LOOP;
    TRUNCATE campuses, students, operators, rate_limits, pgboss.job CASCADE;
    FOREACH guard IN ARRAY guards LOOP EXECUTE format(guard, 'ENABLE ALWAYS'); END LOOP;
  END $$;
  INSERT INTO ledger.accounts (id, kind) OVERRIDING SYSTEM VALUE SELECT id, kind FROM kept;
  ${COMPARE_NEVER}`;

/** Waits until nothing uses the tables, since a deadlock would fail a test, and empties them. */
export const emptyTables = (db: TestDatabase): Promise<void> =>
  until('nothing to use the tables', () =>
    db.query(EMPTY_TABLES).then(
      () => true,
      (error: unknown) => {
        if ((error as pg.DatabaseError).code === '55P03') return false; // lock_not_available
        throw error;
      },
    ),
  );

/** Connects to a database that is there. */
export function openDatabase(url: string): TestDatabase {
  const pool = new pg.Pool({ connectionString: url });
  // A test may kill its connections on purpose, or fail while it uses one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    url,
    pool,
    query: async (sql, parameters) => (await pool.query(sql, parameters)).rows,
    inTransaction: (work) => inTransaction(pool, work),
    transaction: (statements) =>
      inTransaction(pool, async (client) => {
        for (const [sql, parameters] of statements) await client.query(sql, parameters);
      }),
    close: () => pool.end(),
  };
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The migrated template of this run; the first test file makes it, the others wait. */
async function templateOf(server: pg.Client, serverUrl: string, run: string): Promise<string> {
  const template = `${run}_template`;
  await server.query('SELECT pg_advisory_lock($1)', [advisoryLocks.testTemplate]);
  const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (!rowCount) {
    const unfinished = `${template}_unfinished`;
    await server.query(`CREATE DATABASE ${unfinished}`);
    // loaded only here: with TypeORM and every table it takes a file a third of a second
    const { migrate } = await import('../../src/operations/commands/migrate.js');
    await migrate(withDatabase(serverUrl, unfinished));
    await onServer(withDatabase(serverUrl, unfinished), (made) => made.query(COMPARE_NEVER));
    await server.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  }
  await server.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.testTemplate]);
  return template;
}

async function onServer<T>(url: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
