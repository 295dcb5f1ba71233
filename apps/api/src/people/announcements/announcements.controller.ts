import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { AnnouncementsService } from './announcements.service.js';

@Controller()
export class AnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  @TsRestHandler(contract.announcements)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.announcements, {
      unread: () => this.announcements.unread(student),
      read: ({ params }) => this.announcements.read(student, params.id),
    });
  }
}
