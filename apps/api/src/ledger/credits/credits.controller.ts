import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { CreditsQueries } from './credits.queries.js';

@Controller()
export class CreditsController {
  constructor(private readonly queries: CreditsQueries) {}

  @TsRestHandler(contract.credits)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.credits, {
      history: ({ query }) => this.queries.history(student, query),
    });
  }
}
