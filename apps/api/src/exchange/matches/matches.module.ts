import { Module } from '@nestjs/common';
import { CreditsModule } from '../../ledger/credits/credits.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { AutoCompleteService } from './auto-complete.service.js';
import { MatchesController } from './matches.controller.js';
import { MatchesQueries } from './matches.queries.js';
import { MatchesService } from './matches.service.js';
import { MeetingService } from './meeting.service.js';
import { OpenMatchesService } from './open-matches.service.js';

@Module({
  imports: [CreditsModule, RequestsModule, UsersModule],
  controllers: [MatchesController],
  providers: [MatchesService, MatchesQueries, OpenMatchesService, MeetingService, AutoCompleteService],
  exports: [MatchesService, OpenMatchesService, AutoCompleteService],
})
export class MatchesModule {}
