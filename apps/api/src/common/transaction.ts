import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isConflict } from './database-faults.js';

const MAX_RETRIES = 3;

/** Runs `work` in one transaction; runs it again, at most 3 times, when PostgreSQL broke a deadlock or a serialization cycle. */
export async function transaction<T>(db: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === MAX_RETRIES || !isConflict(error)) throw error;
      await pause((attempt + Math.random()) * 20); // two victims of one deadlock shall not meet again
    }
  }
}
