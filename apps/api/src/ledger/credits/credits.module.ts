import { Module } from '@nestjs/common';
import { CreditHistoryService } from './credit-history.service.js';
import { CreditsController } from './credits.controller.js';
import { CreditsService } from './credits.service.js';

@Module({
  controllers: [CreditsController],
  providers: [CreditHistoryService, CreditsService],
  exports: [CreditHistoryService, CreditsService],
})
export class CreditsModule {}
