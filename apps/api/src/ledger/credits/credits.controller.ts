import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { CreditHistoryService } from './credit-history.service.js';

@Controller()
export class CreditsController {
  constructor(private readonly creditHistory: CreditHistoryService) {}

  @TsRestHandler(contract.credits)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.credits, {
      history: ({ query }) => this.creditHistory.of(student, query),
    });
  }
}
