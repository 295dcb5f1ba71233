import { Module } from '@nestjs/common';
import { CampusesController } from './campuses.controller.js';
import { CampusesQueries } from './campuses.queries.js';
import { CampusesService } from './campuses.service.js';

@Module({
  controllers: [CampusesController],
  providers: [CampusesService, CampusesQueries],
  exports: [CampusesService],
})
export class CampusesModule {}
