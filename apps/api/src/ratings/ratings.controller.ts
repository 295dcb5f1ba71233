import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { CommentReportsService } from './comment-reports.service.js';
import { RatingsService } from './ratings.service.js';

@Controller()
export class RatingsController {
  constructor(
    private readonly ratings: RatingsService,
    private readonly reports: CommentReportsService,
  ) {}

  @TsRestHandler(contract.ratings)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.ratings, {
      rate: async ({ params, body, headers }) => ({
        status: 200,
        body: await this.ratings.rate(student.id, params.id, body, idempotencyKey(headers)),
      }),
      report: async ({ params, body }) => ({
        status: 200,
        body: await this.reports.report(student.id, params.id, body),
      }),
    });
  }
}
