import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { MatchesQueries } from './matches.queries.js';
import { MatchesService } from './matches.service.js';
import { MeetingService } from './meeting.service.js';

@Controller()
export class MatchesController {
  constructor(
    private readonly matches: MatchesService,
    private readonly meeting: MeetingService,
    private readonly queries: MatchesQueries,
  ) {}

  @TsRestHandler(contract.matches)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.matches, {
      accept: async ({ body, headers }) => ({
        status: 201,
        body: await this.matches.accept(student, body, idempotencyKey(headers)),
      }),
      mine: async ({ query }) => ({ status: 200, body: await this.queries.mine(student, query) }),
      one: async ({ params }) => ({ status: 200, body: await this.queries.one(student.id, params.id) }),
      complete: async ({ params, headers }) => ({
        status: 200,
        body: await this.matches.complete(student.id, params.id, idempotencyKey(headers)),
      }),
      release: async ({ params, headers }) => ({
        status: 200,
        body: await this.matches.release(student.id, params.id, idempotencyKey(headers)),
      }),
      here: async ({ params }) => ({ status: 200, body: await this.meeting.here(student.id, params.id) }),
      met: async ({ params, headers }) => ({
        status: 200,
        body: await this.meeting.met(student.id, params.id, idempotencyKey(headers)),
      }),
    });
  }
}
