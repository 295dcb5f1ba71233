import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { RateLimits } from '../common/rate-limits.service.js';
import { Settings } from '../config/settings.js';
import { CreditsModule } from '../credits/credits.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { AccountLinks } from './account-links.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { signing } from './jwt.js';
import { LinkTokens } from './link-tokens.service.js';
import { Passwords } from './passwords.js';
import { SessionTokens } from './session-tokens.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [JwtModule.registerAsync({ inject: [Settings], useFactory: signing }), CreditsModule, UsersModule],
  controllers: [AuthController, SessionsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    AccountLinks,
    AuthService,
    LinkTokens,
    Passwords,
    RateLimits,
    SessionTokens,
    SessionsService,
  ],
  exports: [LinkTokens, Passwords, RateLimits, SessionsService],
})
export class AuthModule {}
