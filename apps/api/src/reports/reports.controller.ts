import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { ReportsService } from './reports.service.js';

@Controller()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @TsRestHandler(contract.reports)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.reports, {
      report: async ({ body }) => ({ status: 200, body: await this.reports.report(student.id, body) }),
    });
  }
}
