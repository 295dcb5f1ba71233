import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @TsRestHandler(contract.users)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.users, {
      me: () => ({ user: student.user }),
      profile: () => ({ data: { user: student.user } }),
      updateProfile: async ({ body }) => ({ user: await this.users.updateProfile(student, body) }),
    });
  }
}
