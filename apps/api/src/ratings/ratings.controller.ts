import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { RatingsService } from './ratings.service.js';

@Controller()
export class RatingsController {
  constructor(private readonly ratings: RatingsService) {}

  @TsRestHandler(contract.ratings)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.ratings, {
      rate: async ({ params, body, headers }) => ({
        status: 200,
        body: await this.ratings.rate(student.id, params.id, body, idempotencyKey(headers)),
      }),
    });
  }
}
