import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/common/ids.js';
import { OperatorLogLine } from '../../platform/database/tables/operator.entity.js';

/** The action of a line that says whose address or phone number an operator read. */
export const CONTACT_READ = 'read-contact';

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
   * Writes a line for each student whose address or phone number an operator is about to read, once an hour for each
   * `reason`. A campus has no row before its first verified student.
   */
  async contactsRead(tx: EntityManager, operatorId: string, studentIds: string[], reason: string): Promise<void> {
    await tx.query(
      `INSERT INTO operator_log (id, operator_id, institution, action, student_id, reason)
       SELECT line.id, $3, c.institution, '${CONTACT_READ}', s.id, $4
         FROM unnest($1::uuid[], $2::uuid[]) line (id, student_id)
         JOIN students s ON s.id = line.student_id
         LEFT JOIN campuses c ON c.institution = s.institution
        WHERE NOT EXISTS (SELECT FROM operator_log l WHERE l.student_id = s.id AND l.operator_id = $3
                             AND l.reason = $4 AND l.created_at > clock_timestamp() - interval '1 hour')`,
      [studentIds.map(() => newId()), studentIds, operatorId, reason],
    );
  }
}
