import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../platform/http/current-student.js';
import { implement } from '../platform/http/implement.js';
import { AccountQueries } from './account.queries.js';
import { AccountService } from './account.service.js';

@Controller()
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly queries: AccountQueries,
  ) {}

  @TsRestHandler(contract.account)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.account, {
      stats: async () => ({ stats: await this.queries.stats(student) }),
      download: async () => ({ data: await this.queries.personalData(student.id) }),
      deactivate: async ({ body }) => {
        await this.account.deactivate(student, body);
        return { message: 'Your account is closed' };
      },
      deactivateSignedOn: async ({ body }) => {
        await this.account.deactivateSignedOn(student, body);
        return { message: 'Your account is closed' };
      },
      notMeAccount: async ({ body }) => ({ account: await this.account.ofNotMe(body) }),
      notMe: async ({ body }) => {
        await this.account.notMe(body);
        return { message: 'The account is closed, and your address is free again.' };
      },
    });
  }
}
