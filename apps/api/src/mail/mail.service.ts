import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isClosedAddress } from '../users/closed-address.js';
import { seal } from './sealing.js';
import { Settings } from '../config/settings.js';
import { Jobs } from '../jobs/jobs.js';
import type { Contact, MailJob, MailName, Mails, Meal, Recipient } from './mails.js';

/**
 * Asks for mails. Each method enqueues in the caller's transaction: the mail goes out exactly if that is committed,
 * later and by whichever process is free, so a mail server that is down delays nobody.
 */
@Injectable()
export class MailService {
  constructor(
    private readonly jobs: Jobs,
    private readonly settings: Settings,
  ) {}

  /** Nobody has proved to own this address, so its owner shall not read a name that a stranger may have made up. */
  async verification(tx: EntityManager, email: string, token: string): Promise<void> {
    const sealedLink = await this.sealedLink('verify-email', token);
    return this.post(tx, mail('verification', { name: '', email }, { sealedLink }));
  }

  async passwordReset(tx: EntityManager, to: Recipient, token: string): Promise<void> {
    const sealedLink = await this.sealedLink('reset-password', token);
    return this.post(tx, mail('password-reset', to, { sealedLink }));
  }

  /** Tells each side of a new match how to reach the other (spec §1). */
  contacts(
    tx: EntityManager,
    match: { id: string; requester: Contact; fulfiller: Contact; meal: Meal; message?: string | null },
  ): Promise<void> {
    const { id: matchId, requester, fulfiller, meal } = match;
    const message = match.message ?? undefined;
    return this.post(
      tx,
      mail('contacts', requester, { matchId, youAre: 'requester', other: fulfiller, meal, message }),
      mail('contacts', fulfiller, { matchId, youAre: 'fulfiller', other: requester, meal, message }),
    );
  }

  /** Nobody fulfilled these requests in time. */
  refunds(tx: EntityManager, notices: { to: Recipient; meal: Meal }[]): Promise<void> {
    return this.post(tx, ...notices.map(({ to, meal }) => mail('refund', to, { meal })));
  }

  /** To the requester: the fulfiller let go; the request is open again, or refunded if its deadline passed. */
  released(tx: EntityManager, to: Recipient, about: Mails['released']): Promise<void> {
    return this.post(tx, mail('released', to, about));
  }

  /** To the fulfiller: the requester is gone and the match with them. */
  withdrawn(tx: EntityManager, to: Recipient, about: Mails['withdrawn']): Promise<void> {
    return this.post(tx, mail('withdrawn', to, about));
  }

  /** Why a student got a strike, and until when they are suspended, if they are. */
  strike(tx: EntityManager, to: Recipient, about: Mails['strike']): Promise<void> {
    return this.post(tx, mail('strike', to, about));
  }

  deactivated(tx: EntityManager, to: Recipient): Promise<void> {
    return this.post(tx, mail('deactivated', to, {}));
  }

  receipt(tx: EntityManager, to: Recipient, about: Mails['receipt']): Promise<void> {
    return this.post(tx, mail('receipt', to, about));
  }

  refundReceipt(tx: EntityManager, to: Recipient, about: Mails['refund-receipt']): Promise<void> {
    return this.post(tx, mail('refund-receipt', to, about));
  }

  /** Who has closed their account gets no more mails. */
  private post(tx: EntityManager, ...mails: MailJob[]): Promise<void> {
    return this.jobs.send(
      tx,
      'mail',
      mails.filter(({ to }) => !isClosedAddress(to.email)),
    );
  }

  private sealedLink(screen: string, token: string): Promise<string> {
    return seal(`${this.settings.APP_ORIGIN}/${screen}/${token}`, this.settings.JWT_SECRET);
  }
}

/** Only the named fields of the recipient: an entity passed as one must not end up in a job. */
const mail = <Name extends MailName>(
  name: Name,
  { name: called, email }: Recipient,
  about: Mails[Name],
): MailJob<Name> => ({
  mail: name,
  to: { name: called, email },
  about,
});
