import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../common/current-student.js';
import { UsersQueries } from './users.queries.js';

// Sessions are auth's, and closing an account touches everything above: those routes are served there.
const { profile, stats, creditHistory } = contract.users;
const routes = { profile, stats, creditHistory };

@Controller()
export class UsersController {
  constructor(private readonly queries: UsersQueries) {}

  @TsRestHandler(routes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(routes, {
      profile: () => Promise.resolve({ status: 200, body: { success: true, data: { user: student.user } } }),
      stats: async () => ({ status: 200, body: { success: true, stats: await this.queries.stats(student.id) } }),
      creditHistory: async ({ query }) => ({
        status: 200,
        body: { success: true, ...(await this.queries.creditHistory(student.id, query)) },
      }),
    });
  }
}
