import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdempotencyService } from '../idempotency/idempotency.service.js';

/** Removes rows that nobody will ask for again: what a student once had to know about them is over. */
@Injectable()
export class PruneService {
  constructor(
    private readonly db: DataSource,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Forgets old idempotency keys, mailed links a day past their end, and sessions a week past theirs. */
  async prune(): Promise<void> {
    await this.idempotency.prune();
    await this.db.query(`DELETE FROM email_tokens WHERE expires_at < now() - interval '1 day'`);
    await this.db.query(`DELETE FROM sessions WHERE least(ended_at, expires_at) < now() - interval '7 days'`);
  }
}
