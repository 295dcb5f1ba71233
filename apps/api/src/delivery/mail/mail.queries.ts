import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import type { MailData, WantedMeal } from './mails.js';
import { mayStillHear } from './may-still-hear.js';

@Injectable()
export class MailQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether the student still wants alerts by mail, and the request still needs a fulfiller. */
  async isStillWanted({ requestId, unsubscribeToken }: WantedMeal): Promise<boolean> {
    const wanted = await this.db.query<unknown[]>(
      `SELECT FROM alert_settings a JOIN students s ON s.id = a.student_id
        WHERE a.unsubscribe_token = $1 AND a.mail AND ${mayStillHear({ now: '$2', requestId: '$3' })}`,
      [unsubscribeToken, this.clock.now(), requestId],
    );
    return wanted.length > 0;
  }

  /** Whether the students still may reach each other: nobody has called off their match. */
  async stillMeet({ matchId }: MailData['contacts']): Promise<boolean> {
    const matches = await this.db.query<unknown[]>(`SELECT FROM matches WHERE id = $1 AND status <> 'cancelled'`, [
      matchId,
    ]);
    return matches.length > 0;
  }
}
