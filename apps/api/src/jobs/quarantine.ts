import { Logger } from '@nestjs/common';
import { isConflict, isConnectionLost } from '../database/faults.js';

const REST_MS = 10 * 60_000;

/** Rows that a chore could not deal with: logged, and left alone for ten minutes, so that the rest go on. */
export class Quarantine {
  private readonly logger: Logger;
  private readonly until = new Map<string, number>();

  constructor(chore: string) {
    this.logger = new Logger(chore);
  }

  /** The rows to leave alone now. */
  ids(): string[] {
    const now = Date.now();
    for (const [id, until] of this.until) if (until <= now) this.until.delete(id);
    return [...this.until.keys()];
  }

  /** Puts the row aside because of `error`; throws it if it is not the row's fault. */
  add(id: string, error: unknown): void {
    if (isConnectionLost(error) || isConflict(error)) throw error;
    this.logger.error({ id, err: error }, 'put aside for ten minutes');
    this.until.set(id, Date.now() + REST_MS);
  }
}
