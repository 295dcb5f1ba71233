import { Module } from '@nestjs/common';
import { OperatorsModule } from '../../people/operators/operators.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { MatchesModule } from '../matches/matches.module.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [MatchesModule, OperatorsModule, UsersModule],
  controllers: [ReportsController],
  providers: [ReportsService],
  exports: [ReportsService],
})
export class ReportsModule {}
