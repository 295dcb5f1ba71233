import { Controller } from '@nestjs/common';
import { contract, mealPackages } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../platform/http/current-student.js';
import { implement } from '../platform/http/implement.js';
import { idempotencyKey } from '../platform/idempotency/idempotency-key.js';
import { PaymentsService } from './payments.service.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @TsRestHandler(contract.payments)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.payments, {
      packages: () => ({ packages: mealPackages }),
      createPaymentIntent: ({ body, headers }) =>
        this.payments.createPaymentIntent(student, body, idempotencyKey(headers)),
    });
  }
}
