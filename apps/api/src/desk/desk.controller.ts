import { Controller } from '@nestjs/common';
import { deskContract } from '@spareswipe/contract/desk';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentOperator, type SignedInOperator } from '../operators/current-operator.js';
import { DeskQueries } from './desk.queries.js';
import { DeskService } from './desk.service.js';

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

@Controller()
export class DeskController {
  constructor(
    private readonly desk: DeskService,
    private readonly queries: DeskQueries,
  ) {}

  @TsRestHandler(deskContract.desk)
  routes(@CurrentOperator() by: SignedInOperator) {
    return tsRestHandler(deskContract.desk, {
      campuses: async () => ok(await this.queries.campuses(by.campus)),
      changeCampus: async ({ params, body }) => ok(await this.desk.changeCampus(by, params.id, body)),
      students: async ({ query }) => ok(await this.queries.students(by.campus, query)),
      student: async ({ params }) => ok(await this.queries.student(by.campus, params.id)),
      suspend: async ({ params, body }) => ok(await this.desk.suspend(by, params.id, body)),
      liftSuspension: async ({ params, body }) => ok(await this.desk.liftSuspension(by, params.id, body)),
      withdrawStrike: async ({ params, body }) => ok(await this.desk.withdrawStrike(by, params.id, body)),
      voidExchange: async ({ params, body }) => ok(await this.desk.voidExchange(by, params.id, body)),
      adjust: async ({ params, body }) => ok(await this.desk.adjust(by, params.id, body)),
      close: async ({ params, body }) => ok(await this.desk.close(by, params.id, body)),
      reopen: async ({ params, body }) => ok(await this.desk.reopen(by, params.id, body)),
      disputes: async () => ok(await this.queries.disputes(by.campus)),
      decide: async ({ params, body }) => ok(await this.desk.decide(by, params.id, body)),
      log: async ({ query }) => ok(await this.queries.log(by.campus, query)),
    });
  }
}
