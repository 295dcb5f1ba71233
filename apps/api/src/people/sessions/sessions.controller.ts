import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @TsRestHandler(contract.sessions)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.sessions, {
      mine: async () => ({ sessions: await this.sessions.list(student) }),
      end: async () => ({ message: 'Logged out', campusLogOut: await this.sessions.logOut(student.sessionId) }),
      endAll: async () => {
        await this.sessions.endEverywhere(student.id);
        return { message: 'Signed out everywhere' };
      },
    });
  }
}
