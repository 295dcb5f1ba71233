import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { tsRestHandler } from '@ts-rest/nest';
import { ContractRoutes } from '../common/contract-routes.js';
import { CurrentStudent, type SignedInStudent } from '../common/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { RatingsService } from './ratings.service.js';

const routes = { rate: contract.matches.rate };

@Controller()
export class RatingsController {
  constructor(private readonly ratings: RatingsService) {}

  @ContractRoutes(routes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(routes, {
      rate: async ({ params, body, headers }) => ({
        status: 200,
        body: await this.ratings.rate(student.id, params.id, body, idempotencyKey(headers)),
      }),
    });
  }
}
