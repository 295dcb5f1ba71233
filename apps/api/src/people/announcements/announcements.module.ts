import { Module } from '@nestjs/common';
import { AnnouncementsController } from './announcements.controller.js';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  controllers: [AnnouncementsController],
  providers: [AnnouncementsService, AnnouncementsQueries],
  exports: [AnnouncementsService],
})
export class AnnouncementsModule {}
