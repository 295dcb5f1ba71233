import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { mailboxOf } from '../../platform/common/mailbox.js';
import { phoneEndOf } from '../../platform/common/phone.js';
import { transaction } from '../../platform/database/transaction.js';
import type { Client } from '../../platform/http/client.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import type { Recipient } from '../../delivery/mail/mails.js';
import { CampusesService } from '../campuses/campuses.service.js';
import { registrationOf, UsersService, type Registration } from '../users/users.service.js';
import { LinkTokens } from './link-tokens.service.js';

/** A link asked for at this address, which may have no account. */
interface AccountLink {
  purpose: 'verify' | 'reset';
  email: string;
}

/** Mails the links that verify a registration or lead to a new password. */
@Injectable()
export class AccountLinks implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly jobs: Jobs,
    private readonly limits: RateLimits,
    private readonly tokens: LinkTokens,
    private readonly mail: MailService,
    private readonly users: UsersService,
    private readonly campuses: CampusesService,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work<AccountLink>('account-links', ({ data }) => this.make(data));
  }

  /**
   * Mails a link if the address waits for one. Neither response nor timing reveals whether it does: the link is made in a job.
   * Client addresses take turns, so a flood from one delays no other.
   */
  async ask(link: AccountLink, client: Client): Promise<void> {
    // a network that has had enough would hold up the links of all others for 30 seconds
    await this.limits.check('linksHere', `account ${mailboxOf(link.email)} ${client.address}`);
    await this.limits.count('linkSoon', `${link.purpose} ${link.email}`);
    await this.limits.count('linksFromAddress', client.address);
    await this.count('account', link.email, client);
    await transaction(this.db, (tx) => this.jobs.send(tx, 'account-links', [link], client.address));
  }

  /** Throws TOO_MANY_REQUESTS when the mailbox has had enough links of this kind, from this client address or from all. */
  async count(kind: 'account' | 'sign-on', email: string, { address }: Client): Promise<void> {
    const mailbox = `${kind} ${mailboxOf(email)}`;
    await this.limits.count('linksHere', `${mailbox} ${address}`);
    await this.limits.count('linksPerMailbox', mailbox);
  }

  /**
   * Mails the link that verifies this registration. Greets nobody by name: nobody has proved that they own this address yet. Says
   * whose registration it is, and whether there are others, so that the owner notices a stranger's.
   */
  async verification(tx: EntityManager, studentId: string, email: string, registration: Registration): Promise<void> {
    const { name, phoneNumber } = registration;
    const isOneOfSeveral = await this.tokens.hasOthers(tx, studentId, registration);
    const token = await this.tokens.issue(tx, studentId, 'verify', registration);
    const sealedLink = await this.mail.sealedLink(`verify-email/${token}`);
    const about = { sealedLink, name, phoneEnd: phoneEndOf(phoneNumber), isOneOfSeveral };
    await this.mail.send(tx, 'verification', { name: '', email }, about);
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
        await this.verification(tx, student.id, email, registration);
      } else if (purpose === 'reset') await this.reset(tx, student.id, { name: student.name, email });
    });
  }

  private async reset(tx: EntityManager, studentId: string, to: Recipient): Promise<void> {
    const instead = await this.campuses.requiredSignOn(tx, to.email);
    if (instead) return this.mail.send(tx, 'sign-on-instead', to, { campus: instead.name });
    const token = await this.tokens.issue(tx, studentId, 'reset');
    return this.mail.send(tx, 'password-reset', to, {
      sealedLink: await this.mail.sealedLink(`reset-password/${token}`),
    });
  }
}
