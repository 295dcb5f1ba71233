import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { ContestsService } from './contests.service.js';
import { StrikesQueries } from './strikes.queries.js';

@Controller()
export class StrikesController {
  constructor(
    private readonly contests: ContestsService,
    private readonly queries: StrikesQueries,
  ) {}

  @TsRestHandler(contract.strikes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.strikes, {
      mine: () => this.queries.mine(student.id),
      contest: async ({ params, body }) => {
        await this.contests.contest(student.id, params.id, body);
        return this.queries.mine(student.id);
      },
    });
  }
}
