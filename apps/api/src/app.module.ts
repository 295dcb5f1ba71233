import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggerModule } from 'nestjs-pino';
import { AccountModule } from './account/account.module.js';
import { AlertsModule } from './exchange/alerts/alerts.module.js';
import { AnnouncementsModule } from './people/announcements/announcements.module.js';
import { AuditModule } from './ledger/audit/audit.module.js';
import { AuthModule } from './people/auth/auth.module.js';
import { CampusesModule } from './people/campuses/campuses.module.js';
import { CommonModule } from './platform/common/common.module.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { createLogger } from './platform/http/logging.js';
import { ConfigModule } from './platform/config/config.module.js';
import { Settings } from './platform/config/settings.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { databaseOptions } from './platform/database/data-source.js';
import { poolOptions } from './platform/database/pool-options.js';
import { DeskModule } from './desk/desk.module.js';
import { DisputesModule } from './exchange/disputes/disputes.module.js';
import { DocsModule } from './platform/docs/docs.module.js';
import { HealthModule } from './operations/health/health.module.js';
import { IdempotencyModule } from './platform/idempotency/idempotency.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { LiveModule } from './delivery/live/live.module.js';
import { MailModule } from './delivery/mail/mail.module.js';
import { MailSendingModule } from './delivery/mail/mail-sending.module.js';
import { MatchesModule } from './exchange/matches/matches.module.js';
import { NoticesModule } from './exchange/notices/notices.module.js';
import { OperatorsModule } from './people/operators/operators.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PushModule } from './delivery/push/push.module.js';
import { PushSendingModule } from './delivery/push/push-sending.module.js';
import { RatingsModule } from './exchange/ratings/ratings.module.js';
import { ReportsModule } from './exchange/reports/reports.module.js';
import { RequestsModule } from './exchange/requests/requests.module.js';
import { SettleOverdueInterceptor } from './exchange/requests/settle-overdue.interceptor.js';
import { PruneService } from './operations/scheduler/prune.service.js';
import { SchedulerService } from './operations/scheduler/scheduler.service.js';
import { SessionsModule } from './people/sessions/sessions.module.js';
import { SignOnModule } from './people/sign-on/sign-on.module.js';
import { StrikesModule } from './exchange/strikes/strikes.module.js';
import { UsersModule } from './people/users/users.module.js';

@Module({
  imports: [
    ConfigModule,
    CommonModule,
    LoggerModule.forRootAsync({
      inject: [Settings],
      useFactory: (settings: Settings) => ({
        pinoHttp: { logger: createLogger(settings) },
        useExisting: true as const,
      }),
    }),
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: ({ DATABASE_URL, DATABASE_POOL_SIZE }: Settings) => ({
        ...databaseOptions(DATABASE_URL),
        poolSize: DATABASE_POOL_SIZE,
        applicationName: 'spareswipe-api',
        retryAttempts: 5,
        retryDelay: 1000,
        extra: poolOptions(DATABASE_URL),
      }),
    }),
    ScheduleModule.forRoot(),
    DatabaseModule,
    IdempotencyModule,
    JobsModule,
    LimitsModule,
    MailModule,
    MailSendingModule,
    PushModule,
    PushSendingModule,
    SessionsModule,
    AuthModule,
    SignOnModule,
    UsersModule,
    CampusesModule,
    AnnouncementsModule,
    RequestsModule,
    MatchesModule,
    DisputesModule,
    StrikesModule,
    ReportsModule,
    RatingsModule,
    PaymentsModule,
    AlertsModule,
    NoticesModule,
    AuditModule,
    AccountModule,
    LiveModule,
    OperatorsModule,
    DeskModule,
    HealthModule,
    DocsModule,
  ],
  providers: [
    SchedulerService,
    PruneService,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: SettleOverdueInterceptor },
  ],
})
export class AppModule {}
