import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { AnnouncementsQueries } from './announcements.queries.js';
import { AnnouncementsService } from './announcements.service.js';

@Controller()
export class AnnouncementsController {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly queries: AnnouncementsQueries,
  ) {}

  @TsRestHandler(contract.announcements)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.announcements, {
      unread: async () => ({ status: 200, body: await this.queries.unread(student) }),
      read: async ({ params }) => ({ status: 200, body: await this.announcements.read(student.id, params.id) }),
    });
  }
}
