import pg from 'pg';
import { LocalServiceError } from './local-service-error.js';
import type { Postgres } from './postgres.js';

/** Makes sure the given server answers, so that a wrong address is said here and not by whoever connects first. */
export async function checkGivenPostgres(url: string): Promise<Postgres> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    // The reason names host and role at most; the URL holds the password and is never repeated.
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LocalServiceError(`The given PostgreSQL does not answer (${message || code || 'no reason given'}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, how: 'given', stop: () => Promise.resolve() };
}
