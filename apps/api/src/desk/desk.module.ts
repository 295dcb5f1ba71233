import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AnnouncementsModule } from '../people/announcements/announcements.module.js';
import { CampusesModule } from '../people/campuses/campuses.module.js';
import { CreditsModule } from '../ledger/credits/credits.module.js';
import { DisputesModule } from '../exchange/disputes/disputes.module.js';
import { MatchesModule } from '../exchange/matches/matches.module.js';
import { OperatorsModule } from '../people/operators/operators.module.js';
import { ReportsModule } from '../exchange/reports/reports.module.js';
import { RequestsModule } from '../exchange/requests/requests.module.js';
import { StrikesModule } from '../exchange/strikes/strikes.module.js';
import { UsersModule } from '../people/users/users.module.js';
import { ActionsService } from './actions.service.js';
import { CampusService } from './campus.service.js';
import { ContactsService } from './contacts.service.js';
import { DeskController } from './desk.controller.js';
import { DeskQueries } from './desk.queries.js';
import { DeskService } from './desk.service.js';
import { DigestService } from './digest.service.js';
import { NoShowsQueries } from './no-shows.queries.js';
import { QueueService } from './queue.service.js';
import { DeskReportsQueries } from './reports.queries.js';
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
    MatchesModule,
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
    ContactsService,
    DeskService,
    DeskQueries,
    DeskReportsQueries,
    DeskRequestsQueries,
    DigestService,
    NoShowsQueries,
    QueueService,
    StudentListsQueries,
    TodayQueries,
  ],
  exports: [DigestService],
})
export class DeskModule {}
