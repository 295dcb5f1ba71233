import { Controller } from '@nestjs/common';
import { contract, mealPackages } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { PaymentsService } from './payments.service.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @TsRestHandler(contract.payments)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.payments, {
      packages: () => Promise.resolve({ status: 200, body: { success: true, packages: mealPackages } }),
      createPaymentIntent: async ({ body, headers }) => ({
        status: 200,
        body: await this.payments.createPaymentIntent(student, body, idempotencyKey(headers)),
      }),
    });
  }
}
