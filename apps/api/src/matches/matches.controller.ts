import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../common/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { MatchesQueries } from './matches.queries.js';
import { MatchesService } from './matches.service.js';

const { rate: _inRatings, ...routes } = contract.matches;

@Controller()
export class MatchesController {
  constructor(
    private readonly matches: MatchesService,
    private readonly queries: MatchesQueries,
  ) {}

  @TsRestHandler(routes)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(routes, {
      accept: async ({ body, headers }) => ({
        status: 201,
        body: await this.matches.accept(student, body, idempotencyKey(headers)),
      }),
      mine: async ({ query }) => ({ status: 200, body: await this.queries.mine(student.id, query) }),
      complete: async ({ params, headers }) => ({
        status: 200,
        body: await this.matches.complete(student.id, params.id, idempotencyKey(headers)),
      }),
      release: async ({ params, headers }) => ({
        status: 200,
        body: await this.matches.release(student.id, params.id, idempotencyKey(headers)),
      }),
    });
  }
}
