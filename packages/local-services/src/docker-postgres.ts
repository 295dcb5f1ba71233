import { setTimeout as wait } from 'node:timers/promises';
import type { Postgres } from './postgres.js';

const ANSWER_WITHIN_MS = 15_000;
const IMAGE = 'postgres:18-alpine';

/**
 * Starts a throwaway server in a container; returns undefined if no Docker engine responds or the image is unavailable.
 * Testcontainers removes the container when this process ends.
 */
export async function findDockerPostgres(log: (line: string) => void): Promise<Postgres | undefined> {
  // Loaded only here: it is large, and most runs don't need it.
  const { getContainerRuntimeClient } = await import('testcontainers');
  const engineAnswers = getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  // Connecting to a remote engine that is switched off can hang for minutes.
  if (!(await Promise.race([engineAnswers, wait(ANSWER_WITHIN_MS, false, { ref: false })]))) return undefined;

  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  try {
    log(`Starting ${IMAGE} in Docker`);
    const container = await new PostgreSqlContainer(IMAGE)
      .withDatabase('spareswipe')
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'])
      .start();
    const stop = async () => {
      await container.stop();
    };
    return { url: container.getConnectionUri(), how: 'docker', stop };
  } catch (error) {
    log(`Docker answers but cannot run ${IMAGE} (${(error as Error).message}); using the embedded PostgreSQL`);
    return undefined;
  }
}
