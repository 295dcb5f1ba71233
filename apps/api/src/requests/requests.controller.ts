import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
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
    return tsRestHandler(contract.requests, {
      create: async ({ body, headers }) => ({
        status: 201,
        body: await this.requests.create(student, body, idempotencyKey(headers)),
      }),
      browse: async ({ query }) => ({ status: 200, body: await this.queries.browse(student, query) }),
      mine: async ({ query }) => ({ status: 200, body: await this.queries.mine(student, query) }),
      places: async () => ({ status: 200, body: await this.queries.places(student) }),
      one: async ({ params }) => ({ status: 200, body: await this.queries.one(student, params.id) }),
      cancel: async ({ params, headers }) => ({
        status: 200,
        body: await this.requests.cancel(student.id, params.id, idempotencyKey(headers)),
      }),
    });
  }
}
