import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../common/current-student.js';
import { AccountService } from './account.service.js';

const routes = { deactivate: contract.users.deactivate };

@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @TsRestHandler(routes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(routes, {
      deactivate: async ({ body }) => {
        await this.account.deactivate(student, body);
        return { status: 200, body: { success: true, message: 'Your account is closed' } };
      },
    });
  }
}
