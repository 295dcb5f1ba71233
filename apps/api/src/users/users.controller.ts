import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @TsRestHandler(contract.users)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.users, {
      me: () => Promise.resolve({ status: 200, body: { success: true, user: student.user } }),
      profile: () => Promise.resolve({ status: 200, body: { success: true, data: { user: student.user } } }),
      updateProfile: async ({ body }) => ({
        status: 200,
        body: { success: true, user: await this.users.updateProfile(student, body) },
      }),
    });
  }
}
