import { Injectable } from '@nestjs/common';
import { WavesService } from '../../exchange/alerts/waves.service.js';
import { AnnouncementsService } from '../../people/announcements/announcements.service.js';
import { LinkTokens } from '../../people/auth/link-tokens.service.js';
import { Settings } from '../../platform/config/settings.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { NoticesService } from '../../exchange/notices/notices.service.js';
import { PushService } from '../../delivery/push/push.service.js';
import { OperatorSessions } from '../../people/operators/operator-sessions.service.js';
import { ReportsService } from '../../exchange/reports/reports.service.js';
import { SignOnService } from '../../people/sign-on/sign-on.service.js';
import { SessionsService } from '../../people/sessions/sessions.service.js';
import { ContestsService } from '../../exchange/strikes/contests.service.js';
import { UsersService } from '../../people/users/users.service.js';

/** Deletes what is kept for a limited time. SECURITY.md has the table. */
@Injectable()
export class PruneService {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly idempotency: IdempotencyService,
    private readonly links: LinkTokens,
    private readonly sessions: SessionsService,
    private readonly signOn: SignOnService,
    private readonly waves: WavesService,
    private readonly notices: NoticesService,
    private readonly push: PushService,
    private readonly operatorSessions: OperatorSessions,
    private readonly users: UsersService,
    private readonly reports: ReportsService,
    private readonly contests: ContestsService,
    private readonly settings: Settings,
  ) {}

  async prune(): Promise<void> {
    await this.idempotency.prune();
    await this.links.prune();
    await this.signOn.prune();
    await this.sessions.prune(this.settings.KEEP_SESSIONS_DAYS);
    await this.operatorSessions.prune(this.settings.KEEP_SESSIONS_DAYS);
    await this.waves.prune(this.settings.KEEP_ALERTS_DAYS);
    await this.notices.prune();
    await this.push.prune();
    await this.announcements.prune();
    await this.reports.forgetTexts(this.settings.KEEP_REPORTS_DAYS);
    await this.contests.forgetTexts(this.settings.KEEP_REPORTS_DAYS);
    await this.users.forgetUnverified(this.settings.KEEP_UNVERIFIED_DAYS);
  }
}
