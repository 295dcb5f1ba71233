import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { idempotencyKey } from '../../platform/idempotency/idempotency-key.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { ReportsService } from '../reports/reports.service.js';
import { RatingsService } from './ratings.service.js';

@Controller()
export class RatingsController {
  constructor(
    private readonly ratings: RatingsService,
    private readonly disputes: DisputesService,
    private readonly reports: ReportsService,
  ) {}

  @TsRestHandler(contract.ratings)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.ratings, {
      rate: ({ params, body, headers }) => this.ratings.rate(student.id, params.id, body, idempotencyKey(headers)),
      concede: ({ params }) => this.disputes.concede(student.id, params.id),
      report: ({ params, body }) => this.reports.reportComment(student.id, params.id, body),
    });
  }
}
