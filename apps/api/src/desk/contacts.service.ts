import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SignedInOperator } from '../people/operators/current-operator.js';
import { OperatorLog } from '../people/operators/operator-log.service.js';
import { DeskQueries } from './desk.queries.js';

/** The reads that show operators how to reach a student. Each is in the log before it is in the response. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly db: DataSource,
    private readonly log: OperatorLog,
    private readonly queries: DeskQueries,
  ) {}

  async students({ id, campus }: SignedInOperator, query: Parameters<DeskQueries['students']>[1]) {
    const found = await this.queries.students(campus, query);
    const ids = found.students.map(({ _id }) => _id);
    await this.log.contactsRead(this.db.manager, id, ids, 'read-address');
    return found;
  }

  async student({ id, campus }: SignedInOperator, studentId: string) {
    const found = await this.queries.student(campus, studentId);
    await this.log.contactsRead(this.db.manager, id, [studentId], 'read-contact');
    return found;
  }
}
