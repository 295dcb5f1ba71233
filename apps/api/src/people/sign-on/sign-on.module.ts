import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CampusesModule } from '../campuses/campuses.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { OpenIdGateway } from './openid.gateway.js';
import { SignOnController } from './sign-on.controller.js';
import { SignOnService } from './sign-on.service.js';

@Module({
  imports: [AuthModule, CampusesModule, SessionsModule, UsersModule],
  controllers: [SignOnController],
  providers: [OpenIdGateway, SignOnService],
  exports: [SignOnService],
})
export class SignOnModule {}
