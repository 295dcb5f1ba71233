import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AlertsModule } from '../../exchange/alerts/alerts.module.js';
import { AuditModule } from '../../ledger/audit/audit.module.js';
import { AnnouncementsModule } from '../../people/announcements/announcements.module.js';
import { AuthModule } from '../../people/auth/auth.module.js';
import { DeskModule } from '../../desk/desk.module.js';
import { DisputesModule } from '../../exchange/disputes/disputes.module.js';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module.js';
import { MatchesModule } from '../../exchange/matches/matches.module.js';
import { NoticesModule } from '../../exchange/notices/notices.module.js';
import { OperatorsModule } from '../../people/operators/operators.module.js';
import { PaymentsModule } from '../../payments/payments.module.js';
import { RatingsModule } from '../../exchange/ratings/ratings.module.js';
import { ReportsModule } from '../../exchange/reports/reports.module.js';
import { RequestsModule } from '../../exchange/requests/requests.module.js';
import { SignOnModule } from '../../people/sign-on/sign-on.module.js';
import { SessionsModule } from '../../people/sessions/sessions.module.js';
import { StrikesModule } from '../../exchange/strikes/strikes.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { PruneService } from './prune.service.js';
import { SchedulerService } from './scheduler.service.js';

@Module({
  imports: [
    ScheduleModule.forRoot(),
    AlertsModule,
    AnnouncementsModule,
    AuditModule,
    AuthModule,
    DeskModule,
    DisputesModule,
    IdempotencyModule,
    MatchesModule,
    NoticesModule,
    OperatorsModule,
    PaymentsModule,
    RatingsModule,
    ReportsModule,
    RequestsModule,
    SessionsModule,
    SignOnModule,
    StrikesModule,
    UsersModule,
  ],
  providers: [SchedulerService, PruneService],
})
export class SchedulerModule {}
