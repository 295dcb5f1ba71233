import { Module } from '@nestjs/common';
import { OperatorsModule } from '../../people/operators/operators.module.js';
import { UsersModule } from '../../people/users/users.module.js';
import { ReportsController } from './reports.controller.js';
import { ReportsQueries } from './reports.queries.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [OperatorsModule, UsersModule],
  controllers: [ReportsController],
  providers: [ReportsService, ReportsQueries],
  exports: [ReportsService],
})
export class ReportsModule {}
