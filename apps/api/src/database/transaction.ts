import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isConflict } from './faults.js';

const MAX_RETRIES = 3;

type Work<T> = (tx: EntityManager) => Promise<T>;

/** Runs `work` in one transaction; runs it again, at most 3 times, when PostgreSQL broke a deadlock or a serialization cycle. */
export const transaction = <T>(db: DataSource, work: Work<T>): Promise<T> => retried(() => db.transaction(work));

/** The same for work that is a single statement: that is a transaction by itself, and needs no BEGIN and no COMMIT. */
export const oneStatement = <T>(db: DataSource, work: Work<T>): Promise<T> => retried(() => work(db.manager));

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_RETRIES || !isConflict(error)) throw error;
      await pause((attempt + Math.random()) * 20); // two victims of one deadlock shall not meet again
    }
  }
}
