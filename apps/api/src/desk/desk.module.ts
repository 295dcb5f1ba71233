import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { CampusesModule } from '../campuses/campuses.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { StrikesModule } from '../strikes/strikes.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActionsService } from './actions.service.js';
import { CampusService } from './campus.service.js';
import { DeskController } from './desk.controller.js';
import { DeskQueries } from './desk.queries.js';
import { DeskService } from './desk.service.js';
import { DigestService } from './digest.service.js';
import { NoShowsQueries } from './no-shows.queries.js';
import { QueueService } from './queue.service.js';
import { DeskRequestsQueries } from './requests.queries.js';
import { StudentListsQueries } from './student-lists.queries.js';
import { TodayQueries } from './today.queries.js';

@Module({
  imports: [
    AccountModule,
    AnnouncementsModule,
    CampusesModule,
    CreditsModule,
    DisputesModule,
    IdempotencyModule,
    OperatorsModule,
    ReportsModule,
    RequestsModule,
    StrikesModule,
    UsersModule,
  ],
  controllers: [DeskController],
  providers: [
    ActionsService,
    CampusService,
    DeskService,
    DeskQueries,
    DeskRequestsQueries,
    DigestService,
    NoShowsQueries,
    QueueService,
    StudentListsQueries,
    TodayQueries,
  ],
  exports: [DigestService, QueueService],
})
export class DeskModule {}
