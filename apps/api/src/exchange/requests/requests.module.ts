import { Module } from '@nestjs/common';
import { CreditsModule } from '../../ledger/credits/credits.module.js';
import { ExpiryService } from './expiry.service.js';
import { LinkPreviewService } from './link-preview.service.js';
import { RequestsController } from './requests.controller.js';
import { RequestsQueries } from './requests.queries.js';
import { RequestsService } from './requests.service.js';

@Module({
  imports: [CreditsModule],
  controllers: [RequestsController],
  providers: [RequestsService, RequestsQueries, ExpiryService, LinkPreviewService],
  exports: [RequestsService, ExpiryService, LinkPreviewService],
})
export class RequestsModule {}
