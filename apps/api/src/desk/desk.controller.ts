import { Controller } from '@nestjs/common';
import { deskContract } from '@spareswipe/contract/desk';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { CurrentOperator, type SignedInOperator } from '../operators/current-operator.js';
import { CampusService } from './campus.service.js';
import { DeskQueries } from './desk.queries.js';
import { DeskService } from './desk.service.js';
import { NoShowsQueries } from './no-shows.queries.js';
import { QueueService } from './queue.service.js';
import { DeskRequestsQueries } from './requests.queries.js';
import { TodayQueries } from './today.queries.js';

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

@Controller()
export class DeskController {
  constructor(
    private readonly campus: CampusService,
    private readonly desk: DeskService,
    private readonly queries: DeskQueries,
    private readonly queue: QueueService,
    private readonly noShows: NoShowsQueries,
    private readonly requests: DeskRequestsQueries,
    private readonly overview: TodayQueries,
  ) {}

  @TsRestHandler(deskContract.desk)
  routes(@CurrentOperator() by: SignedInOperator) {
    return tsRestHandler(deskContract.desk, {
      today: async () => ok(await this.overview.today(by.campus)),
      campuses: async () => ok(await this.queries.campuses(by.campus)),
      changeCampus: async ({ params, body }) => ok(await this.campus.changeCampus(by, params.id, body)),
      students: async ({ query }) => ok(await this.queries.students(by.campus, query)),
      student: async ({ params }) => ok(await this.queries.student(by.campus, params.id)),
      suspend: async ({ params, body, headers }) =>
        ok(await this.desk.suspend(by, params.id, body, idempotencyKey(headers))),
      liftSuspension: async ({ params, body }) => ok(await this.desk.liftSuspension(by, params.id, body)),
      withdrawStrike: async ({ params, body }) => ok(await this.desk.withdrawStrike(by, params.id, body)),
      voidExchange: async ({ params, body }) => ok(await this.desk.voidExchange(by, params.id, body)),
      adjust: async ({ params, body, headers }) =>
        ok(await this.desk.adjust(by, params.id, body, idempotencyKey(headers))),
      close: async ({ params, body }) => ok(await this.desk.close(by, params.id, body)),
      reopen: async ({ params, body }) => ok(await this.desk.reopen(by, params.id, body)),
      requests: async ({ query }) => ok(await this.requests.list(by.campus, query)),
      removeRequest: async ({ params, body }) => ok(await this.desk.removeRequest(by, params.id, body)),
      noShows: async () => ok(await this.noShows.list(by.campus)),
      disputes: async () => ok(await this.queries.disputes(by.campus)),
      decide: async ({ params, body }) => ok(await this.queue.decide(by, params.id, body)),
      reports: async ({ query }) => ok(await this.queries.reports(by.campus, query)),
      answerReport: async ({ params, body }) => ok(await this.queue.answerReport(by, params.id, body)),
      contests: async () => ok(await this.queries.contests(by.campus)),
      upholdStrike: async ({ params, body }) => ok(await this.queue.upholdStrike(by, params.id, body)),
      announcements: async () => ok(await this.queries.announcements(by.campus)),
      announce: async ({ body, headers }) => ok(await this.campus.announce(by, body, idempotencyKey(headers))),
      withdrawAnnouncement: async ({ params, body }) => ok(await this.campus.withdrawAnnouncement(by, params.id, body)),
      log: async ({ query }) => ok(await this.queries.log(by.campus, query)),
    });
  }
}
