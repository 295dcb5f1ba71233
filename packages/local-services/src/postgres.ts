import pg from 'pg';
import { findDockerPostgres } from './docker-postgres.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { LocalServiceError } from './local-service-error.js';

export interface StartPostgres {
  /** The URL of an existing server; then nothing is started. */
  url?: string;
  /** Use a throwaway server in Docker if an engine responds. */
  docker?: boolean;
  /** Folder for the data of an embedded server. Without it the server is faster and its data is deleted on `stop`. */
  dataDir?: string;
  /** Called with one line for each step that takes time. */
  log?: (line: string) => void;
}

export interface Postgres {
  /** Connection string of an existing database, with the role that owns it. */
  url: string;
  how: 'given' | 'docker' | 'embedded';
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 for development, tests or the demo: uses the given server, else Docker (if `docker` is set), else
 * the server that npm installed. A started server ends with `stop`, or soon after this process ends.
 */
export async function startPostgres({ url, docker, dataDir, log = () => undefined }: StartPostgres): Promise<Postgres> {
  if (url) return checkGivenPostgres(url);
  if (docker) {
    const container = await findDockerPostgres(log);
    if (container) return container;
  }
  return startEmbeddedPostgres({ dataDir, log });
}

/** Connects to the given server once, so that a wrong address fails here with a clear message. */
async function checkGivenPostgres(url: string): Promise<Postgres> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    // The reason names at most host and role. Never print the URL: it holds the password.
    const { code, message } = error as NodeJS.ErrnoException;
    throw new LocalServiceError(
      `PostgreSQL does not answer at DATABASE_URL (${message || code || 'no reason given'}).`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, how: 'given', stop: () => Promise.resolve() };
}
