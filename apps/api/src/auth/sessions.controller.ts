import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../common/current-student.js';
import { SessionsService } from './sessions.service.js';

const { sessions, endSessions } = contract.users;
const routes = { sessions, endSessions };

@Controller()
export class SessionsController {
  constructor(private readonly service: SessionsService) {}

  @TsRestHandler(routes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(routes, {
      sessions: async () => ({ status: 200, body: { success: true, sessions: await this.service.list(student) } }),
      endSessions: async () => {
        await this.service.endEverywhere(student.id);
        return { status: 200, body: { success: true, message: 'Signed out everywhere' } };
      },
    });
  }
}
