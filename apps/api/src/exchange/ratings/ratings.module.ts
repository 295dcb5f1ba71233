import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { StrikesModule } from '../strikes/strikes.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { RatingsController } from './ratings.controller.js';
import { RatingsService } from './ratings.service.js';
import { ReputationService } from './reputation.service.js';

@Module({
  imports: [DisputesModule, MatchesModule, ReportsModule, StrikesModule, UsersModule],
  controllers: [RatingsController],
  providers: [RatingsService, ReputationService],
  exports: [ReputationService],
})
export class RatingsModule {}
