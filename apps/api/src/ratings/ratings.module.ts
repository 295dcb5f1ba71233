import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/credits.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { UsersModule } from '../users/users.module.js';
import { RatingsController } from './ratings.controller.js';
import { RatingsService } from './ratings.service.js';
import { StrikesService } from './strikes.service.js';

@Module({
  imports: [CreditsModule, IdempotencyModule, MatchesModule, UsersModule],
  controllers: [RatingsController],
  providers: [RatingsService, StrikesService],
})
export class RatingsModule {}
