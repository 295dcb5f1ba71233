import { Injectable } from '@nestjs/common';
import type { Login, Register, ResetPassword, User } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { CampusesService } from '../campuses/campuses.service.js';
import { AppError } from '../../platform/common/app-error.js';
import { newId } from '../../platform/common/ids.js';
import type { Client } from '../../platform/http/client.js';
import { Devices } from '../../platform/limits/devices.js';
import { LoginLimits } from '../../platform/limits/login-limits.service.js';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { transaction } from '../../platform/database/transaction.js';
import { cellOf } from '../../platform/config/cells.js';
import { Settings } from '../../platform/config/settings.js';
import { mailboxMark } from '../../platform/common/mailbox.js';
import { phoneEndOf } from '../../platform/common/phone.js';
import { CreditsService } from '../../ledger/credits/credits.service.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { registrationOf, UsersService, type Credentials, type Registration } from '../users/users.service.js';
import { AccountLinks } from './account-links.service.js';
import { LinkTokens } from './link-tokens.service.js';
import { Passwords } from './passwords.js';
import { SessionsService, type CampusSession } from '../sessions/sessions.service.js';

/** The result of every way to log in: the student, and the bearer token of a new session. */
export interface LoggedIn {
  user: User;
  token: string;
  /** Of an account with a password: for the next log-in from this browser. */
  device?: string;
}

/** A new account, logged in. */
type Opened = LoggedIn & { message: string; startingMeals?: number };

/** Without a session if the address was verified before. */
type Verified = ({ message: string } | Opened) & { verifiedFor: { name: string; phoneEnd: string } };

const VERIFIED = 'Email verified successfully!';
const NO_STARTING_MEALS =
  'You start without meals, because this mailbox had its starting meals before. Earn meals by fulfilling requests.';
const INVALID_RESET_LINK = 'The password reset link is invalid or has expired.';

/** Register, verify the address, log in, reset a forgotten password. */
@Injectable()
export class AuthService {
  constructor(
    private readonly db: DataSource,
    private readonly settings: Settings,
    private readonly campuses: CampusesService,
    private readonly limits: RateLimits,
    private readonly loginLimits: LoginLimits,
    private readonly passwords: Passwords,
    private readonly users: UsersService,
    private readonly devices: Devices,
    private readonly tokens: LinkTokens,
    private readonly sessions: SessionsService,
    private readonly credits: CreditsService,
    private readonly links: AccountLinks,
    private readonly mail: MailService,
  ) {}

  /**
   * Registers an account and mails a link, which verifies this registration and no other of the address. Does not log in yet
   * (spec §4).
   */
  async register(body: Register, client: Client): Promise<User> {
    const { email } = body;
    this.assertServed(email);
    await this.assertTakesPasswords(this.db.manager, email);
    await this.limits.count('registerPerAddress', client.address);
    const others = await this.users.credentials(this.db.manager, email);
    // an address that is taken gets no mail, so nobody uses up its owner's links
    if (!others?.verifiedAt) await this.links.count('account', email, client);
    const passwordHash = await this.passwords.hash(body.password, client.address, others?.passwordHash ?? undefined);
    return transaction(this.db, (tx) => this.registerToVerify(tx, email, { ...body, passwordHash }));
  }

  /** Registers, and mails the link that verifies this registration. */
  async registerToVerify(tx: EntityManager, email: string, given: Registration): Promise<User> {
    const registration = registrationOf(given);
    const id = await this.users.register(tx, email, registration);
    await this.links.verification(tx, id, email, registration);
    return this.users.account(tx, id);
  }

  /**
   * Verifies the registration that the link was mailed for, and ends the others of the address. The first use logs in, and
   * grants the starting credits unless the mailbox had some before; a mail says at once how to undo it, since mail scanners
   * open links, too. Later uses succeed without a token.
   */
  async verifyEmail(token: string, client: Client): Promise<Verified> {
    const verified = await transaction<Verified>(this.db, async (tx) => {
      const link = await this.tokens.find(tx, token, 'verify');
      if (!link) throw new AppError('INVALID_TOKEN');
      const { studentId: id } = link;
      const registration = link.registration!;
      const verifiedFor = { name: registration.name, phoneEnd: phoneEndOf(registration.phoneNumber) };
      const opened = await this.open(tx, id, registration, client);
      // Another registration may have been verified meanwhile, which ended this one.
      if (!(await this.tokens.find(tx, token, 'verify'))) throw new AppError('INVALID_TOKEN');
      if (!opened) return { verifiedFor, message: 'Your email is already verified. Please log in.' };
      // the campus may have ended passwords meanwhile
      if (registration.passwordHash) await this.assertTakesPasswords(tx, opened.user.email);
      return { ...opened, verifiedFor };
    });
    if ('token' in verified) {
      await this.limits.uncount('registerPerAddress', client.address);
      await this.loginLimits.ownerIsAt({ email: verified.user.email, address: client.address });
    }
    return verified;
  }

  /**
   * Makes a registration the account, whose address has just been proved, ends the others of the address, and logs in. Grants
   * the starting credits unless the mailbox had some before. Returns undefined if the address was verified before.
   */
  async open(
    tx: EntityManager,
    id: string,
    registration: Registration,
    client: Client,
    campus?: CampusSession,
  ): Promise<Opened | undefined> {
    const account = await this.users.markVerified(tx, id, registration);
    if (!account) return undefined;
    await this.tokens.endOthers(tx, id, registration);
    const notMe = await this.tokens.issue(tx, id, 'not-me');
    const sealedLink = await this.mail.sealedLink(`not-me/${notMe}`);
    const about = { sealedLink, phoneEnd: phoneEndOf(registration.phoneNumber) };
    // greets nobody by name: a mail scanner may have verified what a stranger registered
    await this.mail.send(tx, 'account-open', { name: '', email: account.email }, about);
    const credits = (await this.campuses.startingMeals(tx, account.institution)) ?? this.settings.SIGNUP_CREDITS;
    const mark = mailboxMark(account.email, this.settings.STARTING_MEALS_KEY);
    const isGranted = await this.credits.grant(tx, id, credits, mark);
    return {
      token: await this.sessions.start(tx, id, client.userAgent, campus),
      user: await this.users.account(tx, id),
      ...(registration.passwordHash && { device: this.devices.newToken(registration.passwordHash) }),
      // left out where nobody gets any
      ...(credits > 0 && { startingMeals: isGranted ? credits : 0 }),
      message: isGranted ? VERIFIED : `${VERIFIED} ${NO_STARTING_MEALS}`,
    };
  }

  /**
   * Unknown addresses and wrong passwords fail alike, after the same time; other failures need the right password, but for
   * CAMPUS_ELSEWHERE.
   */
  async login({ email, password, device }: Login, client: Client): Promise<LoggedIn> {
    this.assertServed(email);
    const found = await this.users.credentials(this.db.manager, email);
    const known = this.devices.known(device, found?.passwordHash);
    const attempt = { email, address: client.address, device: known };
    const right = await this.loginLimits.compare(attempt, () => this.isRight(found, password, client));
    if (!found || !right) {
      await this.loginLimits.failed(attempt);
      throw new AppError('INVALID_CREDENTIALS');
    }
    if (!found.verifiedAt) {
      // The password of one registration proves nothing, and must not end the delays of guessing another's.
      await this.loginLimits.uncount(attempt);
      throw new AppError('EMAIL_NOT_VERIFIED', { email });
    }
    await this.loginLimits.succeeded(attempt);
    if (found.deactivatedAt) throw new AppError('ACCOUNT_DEACTIVATED');
    await this.assertTakesPasswords(this.db.manager, email);
    const { passwordHash } = found;
    // if the stored one was made with weaker parameters than today's
    const freshHash = this.passwords.isOutdated(passwordHash!)
      ? await this.passwords.hash(password, client.address)
      : undefined;
    const session = await transaction(this.db, async (tx) => {
      if (!(await this.users.lockWithPassword(tx, found.id, passwordHash!))) return undefined;
      if (freshHash) await this.users.setPassword(tx, found.id, freshHash);
      const token = await this.sessions.start(tx, found.id, client.userAgent);
      const user = await this.users.account(tx, found.id);
      // a new hash ends the tokens of the former one
      const hash = freshHash ?? passwordHash!;
      return { token, user, device: this.devices.known(device, hash) ?? this.devices.newToken(hash) };
    });
    // The hash changed while this password was compared, by a reset that ended all sessions or a renewed hash: start over.
    return session ?? this.login({ email, password, device }, client);
  }

  /**
   * Sets a new password by a mailed link, once. Ends all reset links, all links for linking a campus account, all sessions, and
   * the delays after wrong guesses at this network. Unlinks the campus account: somebody else may have linked theirs in an open
   * session, or opened the account with it. Returns the token of the device.
   */
  async resetPassword({ token, password }: ResetPassword, client: Client): Promise<string> {
    const link = await this.tokens.find(this.db.manager, token, 'reset');
    if (!link) throw new AppError('INVALID_TOKEN', { message: INVALID_RESET_LINK });
    const { studentId: id } = link;
    const passwordHash = await this.passwords.hash(password, client.address);
    const { email } = await transaction(this.db, async (tx) => {
      // first, so that a simultaneous sign-on commits either before this or after it
      const isOpen = await this.users.lockOpen(tx, id);
      if (!isOpen || !(await this.tokens.find(tx, token, 'reset')))
        throw new AppError('INVALID_TOKEN', { message: INVALID_RESET_LINK });
      await this.tokens.revoke(tx, id, ['reset', 'sign-on']);
      await this.users.unlink(tx, id);
      await this.users.setPassword(tx, id, passwordHash);
      await this.sessions.endAll(tx, id);
      return this.users.account(tx, id);
    });
    await this.loginLimits.ownerIsAt({ email, address: client.address });
    return this.devices.newToken(passwordHash);
  }

  /** Throws CAMPUS_ELSEWHERE for an address of another installation. */
  private assertServed(email: string): void {
    const origin = cellOf(email, this.settings);
    if (!origin) return;
    const message = `Your campus is at ${new URL(origin).host}`;
    throw new AppError('CAMPUS_ELSEWHERE', { origin, message, errors: [{ path: 'email', message }] });
  }

  /** Throws SIGN_ON_REQUIRED where the campus has ended passwords. */
  private async assertTakesPasswords(tx: EntityManager, email: string): Promise<void> {
    if (await this.campuses.requiredSignOn(tx, email)) throw new AppError('SIGN_ON_REQUIRED');
  }

  /** Of an address that nobody has verified, the password of each registration that waits for its link is right. */
  private async isRight(found: Credentials | null, password: string, { address }: Client): Promise<boolean> {
    const open = await this.tokens.openHashes(found?.id ?? newId()); // as many queries for every address
    const hashes = found?.passwordHash ? [found.passwordHash, ...open] : open;
    return found && !found.verifiedAt && hashes.length
      ? this.passwords.matchesOneOf(hashes, password, address)
      : this.passwords.matches(found?.passwordHash, password, address);
  }
}
