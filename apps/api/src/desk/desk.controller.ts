import { Controller } from '@nestjs/common';
import { deskContract } from '@spareswipe/contract/desk';
import { TsRestHandler } from '@ts-rest/nest';
import { implement } from '../platform/http/implement.js';
import { idempotencyKey } from '../platform/idempotency/idempotency-key.js';
import { DisputesService } from '../exchange/disputes/disputes.service.js';
import { ContestsService } from '../exchange/strikes/contests.service.js';
import { AnnouncementsService } from '../people/announcements/announcements.service.js';
import { CurrentOperator, type SignedInOperator } from '../people/operators/current-operator.js';
import { CampusService } from './campus.service.js';
import { ContactsService } from './contacts.service.js';
import { DeskQueries } from './desk.queries.js';
import { DeskService } from './desk.service.js';
import { NoShowsQueries } from './no-shows.queries.js';
import { QueueService } from './queue.service.js';
import { DeskReportsQueries } from './reports.queries.js';
import { DeskRequestsQueries } from './requests.queries.js';
import { StudentListsQueries } from './student-lists.queries.js';
import { TodayQueries } from './today.queries.js';

@Controller()
export class DeskController {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly campus: CampusService,
    private readonly contacts: ContactsService,
    private readonly contests: ContestsService,
    private readonly desk: DeskService,
    private readonly disputes: DisputesService,
    private readonly queries: DeskQueries,
    private readonly queue: QueueService,
    private readonly noShows: NoShowsQueries,
    private readonly reports: DeskReportsQueries,
    private readonly requests: DeskRequestsQueries,
    private readonly lists: StudentListsQueries,
    private readonly overview: TodayQueries,
  ) {}

  @TsRestHandler(deskContract.desk)
  routes(@CurrentOperator() by: SignedInOperator) {
    return implement(deskContract.desk, {
      today: () => this.overview.today(by.campus),
      campuses: ({ query }) => this.queries.campuses(by.campus, query),
      changeCampus: ({ params, body }) => this.campus.changeCampus(by, params.id, body),
      changeSignOn: ({ params, body }) => this.campus.changeSignOn(by, params.id, body),
      students: ({ query }) => this.contacts.students(by, query),
      student: ({ params }) => this.contacts.student(by, params.id),
      studentExchanges: ({ params, query }) => this.lists.exchanges(by.campus, params.id, query),
      studentCredits: ({ params, query }) => this.lists.credits(by.campus, params.id, query),
      suspend: ({ params, body, headers }) => this.desk.suspend(by, params.id, body, idempotencyKey(headers)),
      liftSuspension: ({ params, body }) => this.desk.liftSuspension(by, params.id, body),
      withdrawStrike: ({ params, body }) => this.desk.withdrawStrike(by, params.id, body),
      voidExchange: ({ params, body }) => this.desk.voidExchange(by, params.id, body),
      adjust: ({ params, body, headers }) => this.desk.adjust(by, params.id, body, idempotencyKey(headers)),
      close: ({ params, body }) => this.desk.close(by, params.id, body),
      reopen: ({ params, body }) => this.desk.reopen(by, params.id, body),
      requests: ({ query }) => this.requests.list(by.campus, query),
      removeRequest: ({ params, body }) => this.desk.removeRequest(by, params.id, body),
      noShows: () => this.noShows.list(by.campus),
      disputes: ({ query }) => this.disputes.listOpen(by.campus, query),
      decide: ({ params, body }) => this.queue.decide(by, params.id, body),
      reports: ({ query }) => this.reports.list(by.campus, query),
      answerReport: ({ params, body }) => this.queue.answerReport(by, params.id, body),
      contests: ({ query }) => this.contests.listOpen(by.campus, query),
      upholdStrike: ({ params, body }) => this.queue.upholdStrike(by, params.id, body),
      announcements: async () => ({ announcements: await this.announcements.list(by.campus) }),
      announce: ({ body, headers }) => this.campus.announce(by, body, idempotencyKey(headers)),
      withdrawAnnouncement: ({ params, body }) => this.campus.withdrawAnnouncement(by, params.id, body),
      log: ({ query }) => this.queries.log(by.campus, query),
    });
  }
}
