import { Module } from '@nestjs/common';
import { MatchesModule } from '../matches/matches.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { ContestsService } from './contests.service.js';
import { StrikesController } from './strikes.controller.js';
import { StrikesQueries } from './strikes.queries.js';
import { StrikesService } from './strikes.service.js';

@Module({
  imports: [MatchesModule, UsersModule],
  controllers: [StrikesController],
  providers: [StrikesService, StrikesQueries, ContestsService],
  exports: [StrikesService, ContestsService],
})
export class StrikesModule {}
