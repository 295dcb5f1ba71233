import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { CampusesQueries } from './campuses.queries.js';

@Controller()
export class CampusesController {
  constructor(private readonly queries: CampusesQueries) {}

  @TsRestHandler(contract.campuses)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.campuses, {
      mine: () => this.queries.one(student.institution),
    });
  }
}
