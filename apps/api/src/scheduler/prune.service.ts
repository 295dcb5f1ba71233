import { Injectable } from '@nestjs/common';
import { LinkTokens } from '../auth/link-tokens.service.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Deletes expired rows. */
@Injectable()
export class PruneService {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly links: LinkTokens,
    private readonly sessions: SessionsService,
  ) {}

  async prune(): Promise<void> {
    await this.idempotency.prune();
    await this.links.prune();
    await this.sessions.prune();
  }
}
