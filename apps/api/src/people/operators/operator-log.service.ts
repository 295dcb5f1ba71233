import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/common/ids.js';
import { OperatorLogLine } from '../../platform/database/tables/operator.entity.js';

export interface Logged {
  operatorId: string;
  /** Where it happened; null if that is no campus in particular. */
  campus: string | null;
  action: string;
  studentId?: string;
  matchId?: string;
  /** Of a request without a match. */
  requestId?: string;
  reason: string;
  before?: object;
  after?: object;
}

/** Writes down what operators do. The database refuses to change or delete a line. */
@Injectable()
export class OperatorLog {
  /** Returns the id of the line. */
  async write(tx: EntityManager, { campus, ...line }: Logged): Promise<string> {
    const id = newId();
    await tx.insert(OperatorLogLine, { id, institution: campus, ...line });
    return id;
  }
}
