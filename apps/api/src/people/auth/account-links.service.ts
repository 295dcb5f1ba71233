import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { transaction } from '../../platform/database/transaction.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { CampusesService } from '../campuses/campuses.service.js';
import { registrationOf, UsersService } from '../users/users.service.js';
import { LinkTokens } from './link-tokens.service.js';

/** A link asked for at this address, which may have no account. */
export interface AccountLink {
  purpose: 'verify' | 'reset';
  email: string;
}

/** Mails links from a job, so that asking takes the same time for known and unknown addresses. */
@Injectable()
export class AccountLinks implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly jobs: Jobs,
    private readonly tokens: LinkTokens,
    private readonly mail: MailService,
    private readonly users: UsersService,
    private readonly campuses: CampusesService,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work<AccountLink>('account-links', ({ data }) => this.make(data));
  }

  /**
   * The student's row has the newest registration. An unverified student who forgot the password gets the verification link: they
   * must verify before they can log in, and one whose campus has ended passwords reads how to log in.
   */
  private make({ purpose, email }: AccountLink): Promise<void> {
    return transaction(this.db, async (tx) => {
      const student = await this.users.lockByEmail(tx, email);
      if (!student) return;
      if (!student.verifiedAt) {
        // the row lacks the identity of a registration with the campus account
        const registration = (await this.tokens.newestRegistration(tx, student.id)) ?? registrationOf(student);
        const token = await this.tokens.issue(tx, student.id, 'verify', registration);
        await this.mail.verification(tx, { ...registration, email }, token);
      } else if (purpose === 'reset') {
        const to = { name: student.name, email };
        const instead = await this.campuses.requiredSignOn(tx, email);
        if (instead) await this.mail.send(tx, 'sign-on-instead', to, { campus: instead.name });
        else await this.mail.passwordReset(tx, to, await this.tokens.replaceReset(tx, student.id));
      }
    });
  }
}
