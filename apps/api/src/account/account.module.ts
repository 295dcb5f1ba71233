import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountController } from './account.controller.js';
import { AccountQueries } from './account.queries.js';
import { AccountService } from './account.service.js';
import { PersonalDataQueries } from './personal-data.queries.js';

@Module({
  imports: [AlertsModule, AuthModule, IdempotencyModule, MatchesModule, NoticesModule, SessionsModule, UsersModule],
  controllers: [AccountController],
  providers: [AccountService, AccountQueries, PersonalDataQueries],
  exports: [AccountService],
})
export class AccountModule {}
