import { Pool } from 'pg';

let pool: Pool | undefined;

/** Runs SQL on the database of the system under test. */
export async function query<Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
  pool ??= new Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 2, allowExitOnIdle: true });
  return (await pool.query<Row>(sql, parameters)).rows;
}
