import { Injectable } from '@nestjs/common';
import { OPERATOR_INVITATION_HOURS } from '@spareswipe/contract';
import type { AcceptInvitation, Operator as OperatorBody, OperatorLogin } from '@spareswipe/contract/desk';
import { DataSource, IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import { Passwords } from '../auth/passwords.js';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { hashOf, newSecret } from '../../platform/common/secrets.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { Operator } from '../../platform/database/tables/operator.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import type { Client } from '../../platform/http/client.js';
import { Devices } from '../../platform/limits/devices.js';
import { LoginLimits } from '../../platform/limits/login-limits.service.js';
import { keyOf, RateLimits } from '../../platform/limits/rate-limits.service.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import type { SignedInOperator } from './current-operator.js';
import { OperatorSessions } from './operator-sessions.service.js';
import { isSixDigits, SecondFactor } from './second-factor.service.js';

const INVALID_INVITATION =
  'This invitation is invalid, was used or has expired. Log in if you accepted it, or ask for a new one.';
const WRONG = 'Email, password or code is wrong';
const WRONG_CODE = 'This code is wrong, or was used before';
const wrongCode = () =>
  new AppError('INVALID_CREDENTIALS', { message: WRONG_CODE, errors: [{ path: 'code', message: WRONG_CODE }] });

/** Invites operators, logs them in with a second factor, and revokes them. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
    private readonly loginLimits: LoginLimits,
    private readonly devices: Devices,
    private readonly passwords: Passwords,
    private readonly factor: SecondFactor,
    private readonly sessions: OperatorSessions,
    private readonly mail: MailService,
  ) {}

  /**
   * Mails an invitation to run one campus or all of them. An operator who lost the password or second factor is invited
   * again and starts over.
   */
  async invite(email: string, campus: string | null): Promise<void> {
    const token = newSecret();
    const until = new Date(this.clock.now().getTime() + OPERATOR_INVITATION_HOURS * 3_600_000);
    const sealedSecret = await this.factor.newSecret();
    await transaction(this.db, async (tx) => {
      const [operator] = await queryRows<{ id: string }>(
        tx,
        `INSERT INTO operators AS o (id, email, institution, invitation_hash, invited_until, sealed_secret)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (email) DO UPDATE SET institution = excluded.institution, invitation_hash = excluded.invitation_hash,
           invited_until = excluded.invited_until, sealed_secret = excluded.sealed_secret, last_time_step = NULL,
           password_hash = NULL, accepted_at = NULL, revoked_at = NULL
         RETURNING id`,
        [newId(), email.toLowerCase(), campus, hashOf(token), until, sealedSecret],
      );
      await this.sessions.endAll(tx, operator!.id);
      await this.factor.forgetRecoveryCodes(tx, operator!.id);
      const sealedLink = await this.mail.sealedLink(`desk/invitation/${token}`);
      await this.mail.send(tx, 'operator-invitation', { name: '', email }, { sealedLink, campus });
    });
  }

  /** Ends all sessions and every way to log in. Returns false if there is no such operator. */
  async revoke(email: string): Promise<boolean> {
    return transaction(this.db, async (tx) => {
      const [operator] = await queryRows<{ id: string }>(
        tx,
        `UPDATE operators SET revoked_at = $2, invitation_hash = NULL WHERE email = $1 AND revoked_at IS NULL RETURNING id`,
        [email.toLowerCase(), this.clock.now()],
      );
      if (operator) await this.sessions.endAll(tx, operator.id);
      return operator !== undefined;
    });
  }

  /** What an unused invitation is for, with the secret for the authenticator app. */
  async invitation(token: string) {
    const { email, institution, sealedSecret } = await this.invited(this.db.manager, token);
    return { email, campus: institution, ...(await this.factor.shown(sealedSecret, email)) };
  }

  /** Sets the password, if the code shows that the authenticator app works. Logs in. The invitation works once. */
  async accept({ token, password, code }: AcceptInvitation) {
    const { id } = await this.invited(this.db.manager, token);
    await this.limits.count('operatorCodes', id);
    const passwordHash = await this.passwords.hash(password, id);
    const loggedIn = await transaction(this.db, async (tx) => {
      const { email, institution } = await this.invited(tx, token);
      if (!(await this.factor.use(tx, id, code))) throw wrongCode();
      const accepted = { passwordHash, acceptedAt: this.clock.now(), invitationHash: null, invitedUntil: null };
      await tx.update(Operator, { id }, accepted);
      const recoveryCodes = await this.factor.replaceRecoveryCodes(tx, id);
      const operator: OperatorBody = { _id: id, email, campus: institution };
      const device = this.devices.newToken(passwordHash);
      return { operator, token: await this.sessions.start(tx, id), device, recoveryCodes };
    });
    await this.forgetCodes(id);
    return loggedIn;
  }

  /** Unknown addresses, wrong passwords and wrong codes get the same error, with the same limits as for students. */
  async login({ email, password, code, device }: OperatorLogin, client: Client) {
    const found = await this.byEmail(email);
    const known = this.devices.known(device, found?.passwordHash);
    // counted apart from a student with the same address
    const attempt = { email: `operator ${email}`, address: client.address, device: known };
    const isRight = () => this.passwords.matches(found?.passwordHash, password, client.address);
    const right = await this.loginLimits.compare(attempt, isRight);
    const loggedIn = found && right && (await this.startSession(found, code));
    if (!loggedIn) {
      await this.loginLimits.failed(attempt);
      throw new AppError('INVALID_CREDENTIALS', { message: WRONG });
    }
    await this.loginLimits.succeeded(attempt);
    return { ...loggedIn, device: known ?? this.devices.newToken(found.passwordHash!) };
  }

  /** Checks a fresh code, for the actions that ask for one. */
  async confirm({ id, sessionId }: SignedInOperator, code: string): Promise<void> {
    await this.countCode(id, code);
    await transaction(this.db, async (tx) => {
      if (!(await this.factor.use(tx, id, code))) throw wrongCode();
      await this.sessions.confirm(tx, sessionId);
    });
    await this.forgetCodes(id);
  }

  /** Undefined if the code is wrong or was used, or the password changed meanwhile. */
  private async startSession({ id, email, institution, passwordHash }: Operator, code: string) {
    await this.countCode(id, code);
    const started = await transaction(this.db, async (tx) => {
      if (!(await this.factor.use(tx, id, code))) return undefined;
      const isStillRight = await tx.existsBy(Operator, { id, passwordHash: passwordHash!, revokedAt: IsNull() });
      if (!isStillRight) return undefined;
      return { operator: { _id: id, email, campus: institution }, token: await this.sessions.start(tx, id) };
    });
    if (started) await this.forgetCodes(id);
    return started;
  }

  /** Limits guesses of six-digit codes. Recovery codes are too long to guess, so they work beyond that limit. */
  private async countCode(operatorId: string, code: string): Promise<void> {
    if (isSixDigits(code)) await this.limits.count('operatorCodes', operatorId);
  }

  /** Only wrong codes count towards the limit. */
  private async forgetCodes(operatorId: string): Promise<void> {
    await this.limits.of('operatorCodes').delete(keyOf(operatorId));
  }

  private byEmail(email: string): Promise<Operator | null> {
    return this.db.manager.findOneBy(Operator, { email, acceptedAt: Not(IsNull()), revokedAt: IsNull() });
  }

  /** In a transaction it locks the operator, so that the second of two simultaneous accepts finds the invitation used. */
  private async invited(tx: EntityManager, token: string): Promise<Operator> {
    const operator = await tx.findOne(Operator, {
      where: { invitationHash: hashOf(token), invitedUntil: MoreThan(this.clock.now()), revokedAt: IsNull() },
      lock: tx.queryRunner && { mode: 'for_no_key_update' },
    });
    if (!operator) throw new AppError('INVALID_TOKEN', { message: INVALID_INVITATION });
    return operator;
  }
}
