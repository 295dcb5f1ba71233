import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CampusesModule } from '../campuses/campuses.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { StrikesModule } from '../strikes/strikes.module.js';
import { UsersModule } from '../users/users.module.js';
import { DeskController } from './desk.controller.js';
import { DeskQueries } from './desk.queries.js';
import { DeskService } from './desk.service.js';

@Module({
  imports: [AccountModule, CampusesModule, CreditsModule, DisputesModule, OperatorsModule, StrikesModule, UsersModule],
  controllers: [DeskController],
  providers: [DeskService, DeskQueries],
})
export class DeskModule {}
