import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { idempotencyKey } from '../../platform/idempotency/idempotency-key.js';
import { RequestsQueries } from './requests.queries.js';
import { RequestsService } from './requests.service.js';

@Controller()
export class RequestsController {
  constructor(
    private readonly requests: RequestsService,
    private readonly queries: RequestsQueries,
  ) {}

  @TsRestHandler(contract.requests)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.requests, {
      create: ({ body, headers }) => this.requests.create(student, body, idempotencyKey(headers)),
      browse: ({ query }) => this.queries.browse(student, query),
      mine: ({ query }) => this.queries.mine(student, query),
      places: () => this.queries.places(student),
      one: ({ params }) => this.queries.one(student, params.id),
      cancel: ({ params, headers }) => this.requests.cancel(student.id, params.id, idempotencyKey(headers)),
    });
  }
}
