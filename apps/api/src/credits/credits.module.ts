import { Module } from '@nestjs/common';
import { CreditsController } from './credits.controller.js';
import { CreditsQueries } from './credits.queries.js';
import { CreditsService } from './credits.service.js';

@Module({ controllers: [CreditsController], providers: [CreditsService, CreditsQueries], exports: [CreditsService] })
export class CreditsModule {}
