import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/credits.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { AutoCompleteService } from './auto-complete.service.js';
import { MatchesController } from './matches.controller.js';
import { MatchesQueries } from './matches.queries.js';
import { MatchesService } from './matches.service.js';

@Module({
  imports: [CreditsModule, IdempotencyModule, RequestsModule],
  controllers: [MatchesController],
  providers: [MatchesService, MatchesQueries, AutoCompleteService],
  exports: [MatchesService, AutoCompleteService],
})
export class MatchesModule {}
