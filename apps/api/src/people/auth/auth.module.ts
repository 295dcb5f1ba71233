import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { CampusesModule } from '../campuses/campuses.module.js';
import { CreditsModule } from '../../ledger/credits/credits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountLinks } from './account-links.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { LinkTokens } from './link-tokens.service.js';
import { PasswordStrategy } from './password.strategy.js';
import { Passwords } from './passwords.js';

@Module({
  imports: [
    CampusesModule,
    CreditsModule,
    PassportModule.register({ property: 'loggedIn' }),
    SessionsModule,
    UsersModule,
  ],
  controllers: [AuthController],
  providers: [AccountLinks, AuthService, LinkTokens, Passwords, PasswordStrategy],
  exports: [AccountLinks, AuthService, LinkTokens, Passwords],
})
export class AuthModule {}
