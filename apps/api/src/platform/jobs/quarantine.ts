import { Logger } from '@nestjs/common';
import { isConflict, isConnectionLost, isOutOfResources, isStatementTimeout } from '../database/faults.js';

const BROKEN_SECONDS = 600;
/** The row may only have waited for a lock, or for a busy server. */
const SLOW_SECONDS = 5;

/** Rows that a chore failed on. They are logged and skipped for a while, so that the chore gets on with the others. */
export class Quarantine {
  private readonly logger: Logger;
  private readonly until = new Map<string, number>();

  constructor(chore: string) {
    this.logger = new Logger(chore);
  }

  /** The rows to skip now. */
  ids(now = Date.now()): string[] {
    for (const [id, until] of this.until) if (until <= now) this.until.delete(id);
    return [...this.until.keys()];
  }

  /** Does the work for one row after the other, and skips those that it fails on for a while. */
  async each(ids: string[], work: (id: string) => Promise<void>): Promise<void> {
    for (const id of ids) {
      try {
        await work(id);
      } catch (error) {
        this.add(id, error);
      }
    }
  }

  /** Skips the row for ten minutes, or seconds if it timed out. Throws `error` if the row did not cause it. */
  add(id: string, error: unknown, now = Date.now()): void {
    if (isConnectionLost(error) || isConflict(error) || isOutOfResources(error)) throw error;
    const seconds = isStatementTimeout(error) ? SLOW_SECONDS : BROKEN_SECONDS;
    this.logger.error({ id, err: error, seconds }, 'put aside');
    this.until.set(id, now + seconds * 1000);
  }
}
