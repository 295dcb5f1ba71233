import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggerModule } from 'nestjs-pino';
import { AccountModule } from './account/account.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CampusesModule } from './campuses/campuses.module.js';
import { CommonModule } from './common/common.module.js';
import { ErrorFilter } from './http/error.filter.js';
import { createLogger } from './http/logging.js';
import { ConfigModule } from './config/config.module.js';
import { Settings } from './config/settings.js';
import { ClockOffset } from './database/clock-offset.js';
import { DatabaseModule } from './database/database.module.js';
import { databaseOptions } from './database/data-source.js';
import { poolOptions } from './database/pool-options.js';
import { StatementLimit } from './database/statement-limit.js';
import { DeskModule } from './desk/desk.module.js';
import { DisputesModule } from './disputes/disputes.module.js';
import { DocsModule } from './docs/docs.module.js';
import { HealthModule } from './health/health.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { LiveModule } from './live/live.module.js';
import { MailModule } from './mail/mail.module.js';
import { MailWorkerModule } from './mail/mail-worker.module.js';
import { MatchesModule } from './matches/matches.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PushModule } from './push/push.module.js';
import { PushSendingModule } from './push/push-sending.module.js';
import { RatingsModule } from './ratings/ratings.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { SchedulerModule } from './scheduler/scheduler.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StrikesModule } from './strikes/strikes.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    ConfigModule,
    CommonModule,
    LoggerModule.forRootAsync({
      imports: [],
      providers: [],
      inject: [Settings],
      useFactory: (settings: Settings) => ({
        pinoHttp: { logger: createLogger(settings) },
        useExisting: true as const,
      }),
    }),
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: ({ DATABASE_URL, DATABASE_POOL_SIZE, OTEL_EXPORTER_OTLP_ENDPOINT }: Settings) => ({
        ...databaseOptions(DATABASE_URL),
        poolSize: DATABASE_POOL_SIZE,
        applicationName: 'spareswipe-api',
        retryAttempts: 5,
        retryDelay: 1000,
        extra: poolOptions(DATABASE_URL, { isTraced: Boolean(OTEL_EXPORTER_OTLP_ENDPOINT) }),
      }),
    }),
    DatabaseModule,
    JobsModule,
    LimitsModule,
    MailModule,
    MailWorkerModule,
    PushModule,
    PushSendingModule,
    SessionsModule,
    AuthModule,
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
    AccountModule,
    LiveModule,
    OperatorsModule,
    DeskModule,
    SchedulerModule,
    HealthModule,
    DocsModule,
  ],
  providers: [ClockOffset, StatementLimit, { provide: APP_FILTER, useClass: ErrorFilter }],
})
export class AppModule {}
