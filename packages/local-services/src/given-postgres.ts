import pg from 'pg';
import { LocalServiceError } from './local-service-error.js';
import type { Postgres } from './postgres.js';

/** Connects to the given server once, so that a wrong address fails here with a clear message. */
export async function checkGivenPostgres(url: string): Promise<Postgres> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    // The reason names at most host and role. Never print the URL: it holds the password.
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LocalServiceError(`The given PostgreSQL does not answer (${message || code || 'no reason given'}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, how: 'given', stop: () => Promise.resolve() };
}
