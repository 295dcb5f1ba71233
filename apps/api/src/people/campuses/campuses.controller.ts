import { Controller } from '@nestjs/common';
import { contract } from '@spareswipe/contract';
import { TsRestHandler } from '@ts-rest/nest';
import { CurrentStudent, type SignedInStudent } from '../../platform/http/current-student.js';
import { implement } from '../../platform/http/implement.js';
import { CampusesService } from './campuses.service.js';

@Controller()
export class CampusesController {
  constructor(private readonly campuses: CampusesService) {}

  @TsRestHandler(contract.campuses)
  routes(@CurrentStudent() student: SignedInStudent) {
    return implement(contract.campuses, {
      mine: () => this.campuses.one(student.institution),
    });
  }
}
