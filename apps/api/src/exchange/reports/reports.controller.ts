import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { ReportsService } from './reports.service.js';

@Controller()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @TsRestHandler(contract.reports)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.reports, {
      report: ({ body }) => this.reports.report(student.id, body),
    });
  }
}
