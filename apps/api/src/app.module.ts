import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoggerModule } from 'nestjs-pino';
import type { ClientBase } from 'pg';
import { AccountModule } from './account/account.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CommonModule } from './common/common.module.js';
import { ErrorFilter } from './http/error.filter.js';
import { createLogger } from './http/logging.js';
import { ConfigModule } from './config/config.module.js';
import { Settings } from './config/settings.js';
import { databaseOptions } from './database/data-source.js';
import { DisputesModule } from './disputes/disputes.module.js';
import { DocsModule } from './docs/docs.module.js';
import { HealthModule } from './health/health.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MailModule } from './mail/mail.module.js';
import { MailWorkerModule } from './mail/mail-worker.module.js';
import { MatchesModule } from './matches/matches.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { RatingsModule } from './ratings/ratings.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { SchedulerModule } from './scheduler/scheduler.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
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
      useFactory: ({ DATABASE_URL, DATABASE_POOL_SIZE }: Settings) => ({
        ...databaseOptions(DATABASE_URL),
        poolSize: DATABASE_POOL_SIZE,
        applicationName: 'spareswipe-api',
        connectTimeoutMS: 10_000,
        retryAttempts: 5,
        retryDelay: 1000,
        extra: {
          statement_timeout: 15_000,
          keepAlive: true,
          idleTimeoutMillis: 60_000,
          // The pool removes its listener before the next caller adds one. Without this one, a connection that breaks in
          // between would end the process.
          onConnect: (client: ClientBase) => void client.on('error', () => undefined),
        },
      }),
    }),
    JobsModule,
    LimitsModule,
    MailModule,
    MailWorkerModule,
    SessionsModule,
    AuthModule,
    UsersModule,
    RequestsModule,
    MatchesModule,
    DisputesModule,
    RatingsModule,
    PaymentsModule,
    AccountModule,
    SchedulerModule,
    HealthModule,
    DocsModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
})
export class AppModule {}
