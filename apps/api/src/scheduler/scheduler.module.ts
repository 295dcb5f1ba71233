import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { DeskModule } from '../desk/desk.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RatingsModule } from '../ratings/ratings.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StrikesModule } from '../strikes/strikes.module.js';
import { UsersModule } from '../users/users.module.js';
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
    StrikesModule,
    UsersModule,
  ],
  providers: [SchedulerService, PruneService],
})
export class SchedulerModule {}
