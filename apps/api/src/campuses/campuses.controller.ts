import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../http/current-student.js';
import { CampusesQueries } from './campuses.queries.js';

@Controller()
export class CampusesController {
  constructor(private readonly queries: CampusesQueries) {}

  @TsRestHandler(contract.campuses)
  routes(@CurrentStudent() student: SignedInStudent) {
    return tsRestHandler(contract.campuses, {
      mine: async () => ({ status: 200, body: await this.queries.one(student.institution) }),
    });
  }
}
