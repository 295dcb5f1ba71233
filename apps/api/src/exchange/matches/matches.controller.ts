import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { idempotencyKey } from '../../platform/idempotency/idempotency-key.js';
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
    return implement(contract.matches, {
      accept: ({ body, headers }) => this.matches.accept(student, body, idempotencyKey(headers)),
      mine: ({ query }) => this.queries.mine(student, query),
      asked: () => this.queries.asked(student),
      one: ({ params }) => this.queries.one(student.id, params.id),
      complete: ({ params, headers }) => this.matches.complete(student.id, params.id, idempotencyKey(headers)),
      release: ({ params, headers }) => this.matches.release(student.id, params.id, idempotencyKey(headers)),
      here: ({ params }) => this.meeting.here(student.id, params.id),
      met: ({ params, headers }) => this.meeting.met(student.id, params.id, idempotencyKey(headers)),
    });
  }
}
