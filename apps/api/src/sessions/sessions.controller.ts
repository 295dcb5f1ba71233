import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @TsRestHandler(contract.sessions)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.sessions, {
      mine: async () => ({ status: 200, body: { success: true, sessions: await this.sessions.list(student) } }),
      end: async () => {
        await this.sessions.end(student.sessionId);
        return { status: 200, body: { success: true, message: 'Logged out' } };
      },
      endAll: async () => {
        await this.sessions.endEverywhere(student.id);
        return { status: 200, body: { success: true, message: 'Signed out everywhere' } };
      },
    });
  }
}
