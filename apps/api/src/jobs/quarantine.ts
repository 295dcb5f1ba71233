import { Logger } from '@nestjs/common';
import { isConflict, isConnectionLost } from '../database/faults.js';

const QUARANTINE_MS = 10 * 60_000;

/** Rows that a chore failed on. They are logged and skipped for ten minutes, so that the chore gets on with the others. */
export class Quarantine {
  private readonly logger: Logger;
  private readonly until = new Map<string, number>();

  constructor(chore: string) {
    this.logger = new Logger(chore);
  }

  /** The rows to skip now. */
  ids(): string[] {
    const now = Date.now();
    for (const [id, until] of this.until) if (until <= now) this.until.delete(id);
    return [...this.until.keys()];
  }

  /** Skips the row for ten minutes. Throws `error` if the row did not cause it. */
  add(id: string, error: unknown): void {
    if (isConnectionLost(error) || isConflict(error)) throw error;
    this.logger.error({ id, err: error }, 'put aside for ten minutes');
    this.until.set(id, Date.now() + QUARANTINE_MS);
  }
}
