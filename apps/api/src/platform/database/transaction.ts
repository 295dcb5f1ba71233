import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isConflict } from './faults.js';

const MAX_RETRIES = 3;

type Work<T> = (tx: EntityManager) => Promise<T>;

/** Runs `work` in one transaction. Retries it at most 3 times after a deadlock or a serialization failure. */
export const transaction = <T>(db: DataSource, work: Work<T>): Promise<T> => retry(() => db.transaction(work));

/** The same for a single statement, which is a transaction by itself and saves the round trips of BEGIN and COMMIT. */
export const oneStatement = <T>(db: DataSource, work: Work<T>): Promise<T> => retry(() => work(db.manager));

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_RETRIES || !isConflict(error)) throw error;
      await pause((attempt + Math.random()) * 20); // random, so that two victims of one deadlock don't collide again
    }
  }
}
