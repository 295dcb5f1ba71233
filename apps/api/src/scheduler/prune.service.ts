import { Injectable } from '@nestjs/common';
import { WavesService } from '../alerts/waves.service.js';
import { LinkTokens } from '../auth/link-tokens.service.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { NoticesService } from '../notices/notices.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Deletes expired rows. */
@Injectable()
export class PruneService {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly links: LinkTokens,
    private readonly sessions: SessionsService,
    private readonly waves: WavesService,
    private readonly notices: NoticesService,
  ) {}

  async prune(): Promise<void> {
    await this.idempotency.prune();
    await this.links.prune();
    await this.sessions.prune();
    await this.waves.prune();
    await this.notices.prune();
  }
}
