import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { Settings } from '../../platform/config/settings.js';
import { AccessGuard } from './access.guard.js';
import { signing } from './jwt.js';
import { SessionTokens } from './session-tokens.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [JwtModule.registerAsync({ inject: [Settings], useFactory: signing })],
  controllers: [SessionsController],
  providers: [{ provide: APP_GUARD, useClass: AccessGuard }, SessionTokens, SessionsService],
  exports: [SessionsService],
})
export class SessionsModule {}
