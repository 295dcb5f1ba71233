import { Injectable } from '@nestjs/common';
import type { Deactivate } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AlertSettingsService } from '../alerts/alert-settings.service.js';
import { WavesService } from '../alerts/waves.service.js';
import { LinkTokens } from '../auth/link-tokens.service.js';
import { Passwords } from '../auth/passwords.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AppError } from '../common/app-error.js';
import type { SignedInStudent } from '../http/current-student.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { transaction } from '../database/transaction.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import type { Appointment } from '../mail/mails.js';
import { MailService } from '../mail/mail.service.js';
import { MatchesService } from '../matches/matches.service.js';
import { NoticesService } from '../notices/notices.service.js';
import { UsersService } from '../users/users.service.js';

/** Closes accounts, with everything that a student has open. */
@Injectable()
export class AccountService {
  constructor(
    private readonly db: DataSource,
    private readonly limits: RateLimits,
    private readonly passwords: Passwords,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
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
   * all sessions, and pseudonymises the profile. Ledger rows stay. One transaction (DESIGN §6).
   */
  async deactivate({ id, user }: SignedInStudent, { password }: Deactivate): Promise<void> {
    await this.limits.count('passwordChecks', id);
    if (!(await this.passwords.matches(await this.users.passwordHash(id), password)))
      throw new AppError('INVALID_CREDENTIALS', { message: 'The password is wrong' });
    await transaction(this.db, async (tx) => {
      // Serializes with everything else the student does: it commits before this or is refused.
      if (!(await this.users.lockToClose(tx, id))) throw new AppError('UNAUTHENTICATED');
      const calledOff = await this.endAll(tx, id);
      await this.alertSettings.forget(tx, id);
      await this.waves.forget(tx, id);
      await this.notices.forgetAllOf(tx, id);
      await this.mail.send(tx, 'deactivated', user, { calledOff });
      await this.users.deactivate(tx, id, user.email); // last, because the mails above need name and address
    });
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
    await this.tokens.revokeAll(tx, id);
    await this.idempotency.forgetAllOf(tx, id);
    return calledOff;
  }
}
