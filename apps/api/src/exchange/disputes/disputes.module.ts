import { Module } from '@nestjs/common';
import { CreditsModule } from '../../ledger/credits/credits.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { StrikesModule } from '../strikes/strikes.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { DisputesQueries } from './disputes.queries.js';
import { DisputesService } from './disputes.service.js';

@Module({
  imports: [CreditsModule, MatchesModule, StrikesModule, UsersModule],
  providers: [DisputesService, DisputesQueries],
  exports: [DisputesService],
})
export class DisputesModule {}
