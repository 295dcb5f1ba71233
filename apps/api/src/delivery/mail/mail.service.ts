import { Injectable } from '@nestjs/common';
import { side as sides, UNDO_ACCEPT_SECONDS, type Side } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { seal } from './sealing.js';
import { idWithin } from '../../platform/common/ids.js';
import { Settings } from '../../platform/config/settings.js';
import { Jobs } from '../../platform/jobs/jobs.js';
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
    return this.sendAll(tx, name, [{ to, about }]);
  }

  sendAll<Name extends MailName>(
    tx: EntityManager,
    name: Name,
    mails: { to: Recipient; about: MailData[Name] }[],
  ): Promise<void> {
    const jobs = mails.map(({ to, about }) => job(name, to, about));
    return this.jobs.send(tx, 'mail', jobs.filter(isDeliverable));
  }

  /** Tells each side of a new match how to reach the other (spec §1), once the fulfiller can no longer undo the accept. */
  contacts(
    tx: EntityManager,
    match: { id: string; requester: Contact; fulfiller: Contact; meal: Meal },
  ): Promise<void> {
    const { id: matchId, requester, fulfiller, meal } = match;
    const about = { matchId, meal };
    const mails = [
      job('contacts', requester, { ...about, youAre: 'requester', other: contactOf(fulfiller) }),
      job('contacts', fulfiller, { ...about, youAre: 'fulfiller', other: contactOf(requester) }),
    ] as MailJob<'contacts'>[];
    const jobs = mails.filter(isDeliverable).map((data) => ({ id: contactsId(matchId, data.about.youAre), data }));
    return this.jobs.sendLater(tx, 'mail', jobs, UNDO_ACCEPT_SECONDS);
  }

  /** The match ended: its contact details no longer go out. Returns the sides that never got them. */
  async withdrawContacts(tx: EntityManager, matchId: string): Promise<Side[]> {
    const ids = sides.options.map((side) => contactsId(matchId, side));
    const untaken = await this.jobs.withdraw(tx, 'mail', ids);
    return sides.options.filter((side) => untaken.includes(contactsId(matchId, side)));
  }

  /** The secret link to a screen, encrypted for the mail that contains it. */
  sealedLink(path: string): Promise<string> {
    return seal(`${this.settings.APP_ORIGIN}/${path}`, this.settings.JWT_SECRET);
  }
}

const contactsId = (matchId: string, side: Side) => idWithin(matchId, `contacts for the ${side}`);

/** False for closed accounts: their address is one at `.invalid`, where nobody reads mail (RFC 2606). */
const isDeliverable = ({ to }: MailJob): boolean => !to.email.endsWith('.invalid');

/** This and `job` take only the named fields: an account passed as one must not end up in a job. */
const contactOf = ({ name, email, phoneNumber }: Contact): Contact => ({ name, email, phoneNumber });

const job = <Name extends MailName>(mail: Name, { name, email }: Recipient, about: MailData[Name]) =>
  ({ mail, to: { name, email }, about }) as MailJob;
