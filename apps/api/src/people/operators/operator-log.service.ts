import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/common/ids.js';
import { OperatorLogLine } from '../../platform/database/tables/operator.entity.js';

/** The actions of lines that say whose address or phone number an operator read, with their reasons. */
const CONTACT_READS = {
  'read-address': 'A list of students showed the address.',
  'read-contact': 'The page of the student showed address and phone number.',
};
export type ContactRead = keyof typeof CONTACT_READS;

/** SQL: whether a line `l` is one of them. */
export const IS_CONTACT_READ = "(l.action IN ('read-address', 'read-contact'))";

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

/** Writes down what operators do, and whose contacts they read. The database refuses to change or delete a line. */
@Injectable()
export class OperatorLog {
  /** Returns the id of the line. */
  async write(tx: EntityManager, { campus, ...line }: Logged): Promise<string> {
    const id = newId();
    await tx.insert(OperatorLogLine, { id, institution: campus, ...line });
    return id;
  }

  /**
   * Writes a line for each student whose address or phone number an operator is about to read, once an hour for each kind. A
   * campus has no row before its first verified student.
   */
  async contactsRead(tx: EntityManager, operatorId: string, studentIds: string[], read: ContactRead): Promise<void> {
    await tx.query(
      `INSERT INTO operator_log (id, operator_id, institution, action, student_id, reason)
       SELECT line.id, $3, c.institution, $4, s.id, $5
         FROM unnest($1::uuid[], $2::uuid[]) line (id, student_id)
         JOIN students s ON s.id = line.student_id
         LEFT JOIN campuses c ON c.institution = s.institution
        WHERE NOT EXISTS (SELECT FROM operator_log l WHERE l.student_id = s.id AND l.operator_id = $3
                             AND l.action = $4 AND l.created_at > clock_timestamp() - interval '1 hour')`,
      [studentIds.map(() => newId()), studentIds, operatorId, read, CONTACT_READS[read]],
    );
  }
}
