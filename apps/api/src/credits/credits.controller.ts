import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { CreditsQueries } from './credits.queries.js';

@Controller()
export class CreditsController {
  constructor(private readonly queries: CreditsQueries) {}

  @TsRestHandler(contract.credits)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.credits, {
      history: async ({ query }) => ({
        status: 200,
        body: { success: true, ...(await this.queries.history(student, query)) },
      }),
    });
  }
}
