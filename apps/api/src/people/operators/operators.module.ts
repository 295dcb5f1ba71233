import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { AuthModule } from '../auth/auth.module.js';
import { Settings } from '../../platform/config/settings.js';
import { operatorSigning } from '../sessions/jwt.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { OperatorGuard } from './operator.guard.js';
import { OperatorMails } from './operator-mails.service.js';
import { OperatorLog } from './operator-log.service.js';
import { OperatorSessions } from './operator-sessions.service.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorsService } from './operators.service.js';
import { SecondFactor } from './second-factor.service.js';

@Module({
  imports: [AuthModule, JwtModule.registerAsync({ inject: [Settings], useFactory: operatorSigning })],
  controllers: [OperatorsController],
  providers: [
    { provide: APP_GUARD, useClass: OperatorGuard },
    OperatorLog,
    OperatorMails,
    OperatorSessions,
    OperatorsService,
    SecondFactor,
    SessionTokens,
  ],
  exports: [OperatorLog, OperatorMails, OperatorSessions, OperatorsService],
})
export class OperatorsModule {}
