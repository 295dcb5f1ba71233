import { findDockerPostgres } from './docker-postgres.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { checkGivenPostgres } from './given-postgres.js';

export interface StartPostgres {
  /** A server that exists already; then nothing is started. */
  url?: string;
  /** Ask a Docker engine for a throwaway server, where one answers. */
  docker?: boolean;
  /** Folder that keeps an embedded server's data; without it the server is throwaway, faster, and forgets everything. */
  dataDir?: string;
  /** Told in one line what is being waited for. */
  log?: (line: string) => void;
}

export interface Postgres {
  /** Connection string of an existing database, as its owner. */
  url: string;
  how: 'given' | 'docker' | 'embedded';
  stop(): Promise<void>;
}

/**
 * PostgreSQL 18 for a developer, a test run or the demo: the given one, else one from Docker (only where asked for),
 * else the real server embedded as npm binaries. What this starts ends with `stop`, or soon after this process ends.
 */
export async function startPostgres({ url, docker, dataDir, log = () => undefined }: StartPostgres): Promise<Postgres> {
  if (url) return checkGivenPostgres(url);
  if (docker) {
    const container = await findDockerPostgres(log);
    if (container) return container;
  }
  return startEmbeddedPostgres({ dataDir, log });
}
