import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { transaction } from '../platform/database/transaction.js';
import { MailService } from '../delivery/mail/mail.service.js';
import { OperatorMails } from '../people/operators/operator-mails.service.js';
import { TodayQueries } from './today.queries.js';

/** Mails every operator once a day what waits for them, and nothing if nothing waits. */
@Injectable()
export class DigestService {
  constructor(
    private readonly db: DataSource,
    private readonly mail: MailService,
    private readonly operators: OperatorMails,
    private readonly queries: TodayQueries,
  ) {}

  /** Any number of instances may do so at once. */
  async sendDue(): Promise<void> {
    await transaction(this.db, async (tx) => {
      for (const { email, campus } of await this.operators.takeDue(tx)) {
        const waiting = await this.queries.waitingFor(tx, campus);
        if (Object.values(waiting).some((count) => count > 0))
          await this.mail.send(tx, 'desk-digest', { name: '', email }, { campus, ...waiting });
      }
    });
  }
}
