import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { hasOwnOperator } from '../../platform/database/campus-operators.js';
import { MailService } from '../../delivery/mail/mail.service.js';

/** When digests are due every day: in the morning of American campuses. */
const DIGEST_TIME = '2000-01-01 13:00Z';
const BATCH = 100;

/** Tells operators by mail what waits for them. The mails name no student; the desk has the rest. */
@Injectable()
export class OperatorMails {
  constructor(
    private readonly clock: Clock,
    private readonly mail: MailService,
  ) {}

  /** A report about safety, at once: to the operators of these campuses, and to those of all campuses where one has none. */
  async reportedSafety(tx: EntityManager, campuses: string[]): Promise<void> {
    const operators = await queryRows<{ email: string }>(
      tx,
      `SELECT DISTINCT o.email FROM operators o JOIN unnest($1::text[]) AS of (campus)
              ON o.institution = of.campus OR (o.institution IS NULL AND NOT ${hasOwnOperator('of.campus')})
        WHERE o.accepted_at IS NOT NULL AND o.revoked_at IS NULL`,
      [campuses],
    );
    const about = { campuses: [...new Set(campuses)].sort().join(', ') };
    for (const { email } of operators) await this.mail.send(tx, 'safety-reported', { name: '', email }, about);
  }

  /**
   * The operators whose daily digest is due, marked as done for today. They stay locked until the transaction ends, and other
   * instances skip them, so that each gets one mail a day.
   */
  takeDue(tx: EntityManager): Promise<DueOperator[]> {
    return queryRows<DueOperator>(
      tx,
      `UPDATE operators SET digested_at = $1
        WHERE id IN (
          SELECT id FROM operators
           WHERE greatest(accepted_at, digested_at) < date_bin('1 day', $1::timestamptz, '${DIGEST_TIME}')
             AND accepted_at IS NOT NULL AND revoked_at IS NULL
           LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING email, institution AS campus`,
      [this.clock.now()],
    );
  }
}

export interface DueOperator {
  email: string;
  /** Null: all campuses. */
  campus: string | null;
}
