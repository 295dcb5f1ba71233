import { Module } from '@nestjs/common';
import { AlertsModule } from '../exchange/alerts/alerts.module.js';
import { AuthModule } from '../people/auth/auth.module.js';
import { MatchesModule } from '../exchange/matches/matches.module.js';
import { NoticesModule } from '../exchange/notices/notices.module.js';
import { SignOnModule } from '../people/sign-on/sign-on.module.js';
import { SessionsModule } from '../people/sessions/sessions.module.js';
import { UsersModule } from '../people/users/users.module.js';
import { AccountController } from './account.controller.js';
import { AccountQueries } from './account.queries.js';
import { AccountService } from './account.service.js';

@Module({
  imports: [AlertsModule, AuthModule, MatchesModule, NoticesModule, SessionsModule, SignOnModule, UsersModule],
  controllers: [AccountController],
  providers: [AccountService, AccountQueries],
  exports: [AccountService],
})
export class AccountModule {}
