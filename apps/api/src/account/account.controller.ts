import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { tsRestHandler } from '@ts-rest/nest';
import { ContractRoutes } from '../common/contract-routes.js';
import { CurrentStudent, type SignedInStudent } from '../common/current-student.js';
import { AccountService } from './account.service.js';

const routes = { deactivate: contract.users.deactivate };

@Controller()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @ContractRoutes(routes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(routes, {
      deactivate: async ({ body }) => {
        await this.account.deactivate(student, body);
        return { status: 200, body: { success: true, message: 'Your account is closed' } };
      },
    });
  }
}
