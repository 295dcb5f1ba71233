import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { seal } from './sealing.js';
import { Settings } from '../config/settings.js';
import { Jobs } from '../jobs/jobs.js';
import type { Contact, MailData, MailJob, MailName, Meal, Recipient } from './mails.js';

/**
 * Enqueues mails in the caller's transaction: a mail goes out exactly if that is committed, later and from any process,
 * so a mail server that is down delays nobody.
 */
@Injectable()
export class MailService {
  constructor(
    private readonly jobs: Jobs,
    private readonly settings: Settings,
  ) {}

  send<Name extends MailName>(tx: EntityManager, name: Name, to: Recipient, about: MailData[Name]): Promise<void> {
    return this.enqueue(tx, job(name, to, about));
  }

  /** Greets nobody by name: nobody has proved to own this address yet, and the name may be made up. */
  async verification(tx: EntityManager, email: string, token: string): Promise<void> {
    const sealedLink = await this.sealedLink('verify-email', token);
    return this.send(tx, 'verification', { name: '', email }, { sealedLink });
  }

  async passwordReset(tx: EntityManager, to: Recipient, token: string): Promise<void> {
    const sealedLink = await this.sealedLink('reset-password', token);
    return this.send(tx, 'password-reset', to, { sealedLink });
  }

  /** Tells each side of a new match how to reach the other (spec §1). */
  contacts(
    tx: EntityManager,
    match: { id: string; requester: Contact; fulfiller: Contact; meal: Meal; message?: string | null },
  ): Promise<void> {
    const { id: matchId, requester, fulfiller, meal, message = null } = match;
    return this.enqueue(
      tx,
      job('contacts', requester, { matchId, youAre: 'requester', other: fulfiller, meal, message }),
      job('contacts', fulfiller, { matchId, youAre: 'fulfiller', other: requester, meal, message }),
    );
  }

  /** Nobody fulfilled these requests in time. */
  refunds(tx: EntityManager, notices: { to: Recipient; meal: Meal }[]): Promise<void> {
    return this.enqueue(tx, ...notices.map(({ to, meal }) => job('refund', to, { meal })));
  }

  /** Skips closed accounts: their address is one at `.invalid`, where nobody reads mail (RFC 2606). */
  private enqueue(tx: EntityManager, ...jobs: MailJob[]): Promise<void> {
    return this.jobs.send(
      tx,
      'mail',
      jobs.filter(({ to }) => !to.email.endsWith('.invalid')),
    );
  }

  private sealedLink(screen: string, token: string): Promise<string> {
    return seal(`${this.settings.APP_ORIGIN}/${screen}/${token}`, this.settings.JWT_SECRET);
  }
}

/** Only the named fields of the recipient: an entity passed as one must not end up in a job. */
const job = <Name extends MailName>(mail: Name, { name, email }: Recipient, about: MailData[Name]) =>
  ({ mail, to: { name, email }, about }) as MailJob;
