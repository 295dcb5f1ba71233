import { Injectable } from '@nestjs/common';
import type { Deactivate, NotMe, SignOnProof } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AlertSettingsService } from '../exchange/alerts/alert-settings.service.js';
import { WavesService } from '../exchange/alerts/waves.service.js';
import { LinkTokens } from '../people/auth/link-tokens.service.js';
import { Passwords } from '../people/auth/passwords.js';
import { SignOnService } from '../people/sign-on/sign-on.service.js';
import { SessionsService } from '../people/sessions/sessions.service.js';
import { AppError } from '../platform/common/app-error.js';
import { phoneEndOf } from '../platform/common/phone.js';
import type { SignedInStudent } from '../platform/http/current-student.js';
import { RateLimits } from '../platform/limits/rate-limits.service.js';
import { transaction } from '../platform/database/transaction.js';
import { IdempotencyService } from '../platform/idempotency/idempotency.service.js';
import type { Appointment, Recipient } from '../delivery/mail/mails.js';
import { MailService } from '../delivery/mail/mail.service.js';
import { MatchesService } from '../exchange/matches/matches.service.js';
import { NoticesService } from '../exchange/notices/notices.service.js';
import { UsersService } from '../people/users/users.service.js';

const invalidLink = () => new AppError('INVALID_TOKEN', { message: 'This link is invalid or has expired.' });

/** Closes accounts, with everything that a student has open. */
@Injectable()
export class AccountService {
  constructor(
    private readonly db: DataSource,
    private readonly limits: RateLimits,
    private readonly passwords: Passwords,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly signOn: SignOnService,
    private readonly tokens: LinkTokens,
    private readonly matches: MatchesService,
    private readonly idempotency: IdempotencyService,
    private readonly mail: MailService,
    private readonly alertSettings: AlertSettingsService,
    private readonly waves: WavesService,
    private readonly notices: NoticesService,
  ) {}

  /**
   * Closes the account for good if the password is right: cancels active requests with refund, ends accepted matches and
   * all sessions, and pseudonymises the profile. Ledger rows stay. One transaction.
   */
  async deactivate({ id, user }: SignedInStudent, { password }: Deactivate): Promise<void> {
    await this.limits.count('passwordChecks', id);
    if (!(await this.passwords.matches(await this.users.passwordHash(id), password, id)))
      throw new AppError('INVALID_CREDENTIALS', { message: 'The password is wrong' });
    await transaction(this.db, (tx) => this.closeOwn(tx, id, user));
  }

  /** The same for a student without a password, who has just signed on again. Throws INVALID_TOKEN, also for one with a password. */
  async deactivateSignedOn({ id, user }: SignedInStudent, proof: SignOnProof): Promise<void> {
    if (user.hasPassword !== false)
      throw new AppError('INVALID_TOKEN', { message: 'Please close your account with your password' });
    await transaction(this.db, async (tx) => {
      await this.users.lockMailboxes(tx, id); // in id order, before the lock on this account
      await this.signOn.useConfirmation(tx, id, proof);
      await this.closeOwn(tx, id, user);
    });
  }

  private async closeOwn(tx: EntityManager, id: string, user: Recipient): Promise<void> {
    // Serializes with everything else the student does: it commits before this or is refused.
    if (!(await this.users.lockToClose(tx, id))) throw new AppError('UNAUTHENTICATED');
    await this.closeForGood(tx, id, user);
  }

  /** Whose account `notMe` would close. Throws INVALID_TOKEN, also if it is closed. */
  async ofNotMe({ token }: NotMe) {
    const link = await this.tokens.find(this.db.manager, token, 'not-me');
    const student = link && (await this.users.recipient(this.db.manager, link.studentId));
    if (!student) throw invalidLink();
    const { name, email, phoneNumber } = student;
    return { name, email, phoneEnd: phoneEndOf(phoneNumber) };
  }

  /**
   * The owner of the address did not open this account: closes it as above, and frees the address, also if its student or an
   * operator has closed it. Suspensions and starting meals stay with the mailbox. Throws INVALID_TOKEN.
   */
  async notMe({ token }: NotMe): Promise<void> {
    await transaction(this.db, async (tx) => {
      const link = await this.tokens.find(tx, token, 'not-me');
      if (!link) throw invalidLink();
      const { studentId: id } = link;
      await this.users.lockToClose(tx, id);
      if (!(await this.tokens.find(tx, token, 'not-me'))) throw invalidLink();
      await this.tokens.revoke(tx, id, ['not-me']);
      const { email } = await this.users.account(tx, id);
      // Its student's closing replaced the address. Greets nobody by name: a stranger entered the name.
      if (!email.endsWith('.invalid')) await this.closeForGood(tx, id, { name: '', email });
      await this.users.freeAddress(tx, id);
    });
  }

  private async closeForGood(tx: EntityManager, id: string, to: Recipient): Promise<void> {
    const calledOff = await this.endAll(tx, id);
    await this.alertSettings.forget(tx, id);
    await this.waves.forget(tx, id);
    await this.notices.forgetAllOf(tx, id);
    await this.idempotency.forgetAllOf(tx, id);
    await this.mail.send(tx, 'deactivated', to, { calledOff });
    await this.users.deactivate(tx, id, to.email); // last, because the mails above need name and address
  }

  /**
   * Closes the account for an operator, who may open it again: everything ends as above, and the profile stays. Returns the
   * matches that were called off.
   */
  async close(tx: EntityManager, id: string): Promise<Appointment[]> {
    if (!(await this.users.lockToClose(tx, id))) throw new AppError('NOT_FOUND');
    const calledOff = await this.endAll(tx, id);
    await this.users.close(tx, id);
    return calledOff;
  }

  /** Ends requests, matches and everything that lets the student in. Returns the matches that were called off. */
  private async endAll(tx: EntityManager, id: string): Promise<Appointment[]> {
    const calledOff = await this.matches.endAllOf(tx, id);
    await this.sessions.endAll(tx, id);
    await this.tokens.revoke(tx, id, ['verify', 'reset', 'sign-on']);
    await this.matches.forgetNamesOf(tx, id);
    return calledOff;
  }
}
