import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/common/ids.js';

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
  before?: unknown;
  after?: unknown;
}

/** Writes down what operators do. The database refuses to change or delete a line. */
@Injectable()
export class OperatorLog {
  /** Returns the id of the line. */
  async write(tx: EntityManager, { operatorId, campus, action, reason, ...about }: Logged): Promise<string> {
    const id = newId();
    await tx.query(
      `INSERT INTO operator_log (id, operator_id, institution, action, student_id, match_id, request_id, reason, before, after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb)`,
      [
        id,
        operatorId,
        campus,
        action,
        about.studentId,
        about.matchId,
        about.requestId,
        reason,
        JSON.stringify(about.before ?? null),
        JSON.stringify(about.after ?? null),
      ],
    );
    return id;
  }
}
