import { Injectable } from '@nestjs/common';
import type { CompleteSignOn, SignOnCampus, SignOnOutcome, SignOnProof, User } from '@spareswipe/contract';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { MailService } from '../../delivery/mail/mail.service.js';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { hashOf, newSecret } from '../../platform/common/secrets.js';
import { Settings } from '../../platform/config/settings.js';
import { isAddressOf, type SignOnProvider } from '../../platform/config/sign-on-providers.js';
import { queryRows } from '../../platform/database/query-rows.js';
import {
  SignOnAttempt,
  type SignOnProblem,
  type SignOnResult,
  type Vouched,
} from '../../platform/database/tables/sign-on-attempt.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import type { Client } from '../../platform/http/client.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import type { WithoutSuccess } from '../../platform/http/implement.js';
import { RateLimits } from '../../platform/limits/rate-limits.service.js';
import { AccountLinks } from '../auth/account-links.service.js';
import { AuthService, type LoggedIn } from '../auth/auth.service.js';
import { LinkTokens, SIGN_ON_LINK_HOURS } from '../auth/link-tokens.service.js';
import { CampusesService } from '../campuses/campuses.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService, type IdentityKey } from '../users/users.service.js';
import { OpenIdGateway, type Attempt } from './openid.gateway.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ATTEMPT_MINUTES = 10;
/** The provider's clock may be this late: a fresh log-in may seem to be older than the attempt. */
const CLOCK_SKEW_MS = MINUTE_MS;

type Stage = SignOnAttempt['stage'];

const over = () => new AppError('INVALID_TOKEN', { message: 'This sign-on is over. Please start again.' });

/** Logging in and registering with the campus's own account (OpenID Connect). Off unless SIGN_ON is set. */
@Injectable()
export class SignOnService {
  private readonly providers: SignOnProvider[];

  constructor(
    settings: Settings,
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly gateway: OpenIdGateway,
    private readonly limits: RateLimits,
    private readonly auth: AuthService,
    private readonly links: AccountLinks,
    private readonly tokens: LinkTokens,
    private readonly campuses: CampusesService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
  ) {
    this.providers = settings.SIGN_ON;
  }

  /** Throws NOT_FOUND where no campus has one. */
  offered(): SignOnCampus[] {
    if (!this.providers.length) throw new AppError('NOT_FOUND');
    return this.providers.map(toCampus);
  }

  /** The sign-on of the student's campus, if it is linked or can be linked from here. */
  async mine({ id, user }: SignedInStudent): Promise<{ campus: SignOnCampus | null; isLinked: boolean }> {
    const provider = this.providers.find((one) => isAddressOf(one, user.email));
    const isLinked = await this.users.isLinked(this.db.manager, id);
    const isHere = isLinked || !(await this.campuses.requiredSignOn(this.db.manager, user.email));
    return { campus: provider && isHere ? toCampus(provider) : null, isLinked };
  }

  /** Begins an attempt. The browser keeps the secret and goes to the provider. Throws NOT_FOUND, SIGN_ON_UNAVAILABLE. */
  start(given: { provider: string; returnTo: string }) {
    return this.begin(given, 'log-in');
  }

  /** Throws NOT_FOUND for the sign-on of another campus, too. */
  async startSignedIn(
    student: SignedInStudent,
    given: { provider: string; returnTo: string; purpose: 'link' | 'confirm' },
  ) {
    if (!isAddressOf(this.provider(given.provider), student.user.email)) throw new AppError('NOT_FOUND');
    return this.begin(given, given.purpose, student);
  }

  private async begin(given: { provider: string; returnTo: string }, stage: Stage, student?: SignedInStudent) {
    const provider = this.provider(given.provider);
    const [state, secret, verifier] = [newSecret(), newSecret(), newSecret()];
    const now = this.clock.now();
    const url = await this.gateway.addressOf(provider, attemptOf(state, verifier, stage));
    await this.db.manager.insert(SignOnAttempt, {
      id: newId(),
      provider: provider.id,
      stage,
      studentId: student?.id,
      sessionId: student?.sessionId,
      stateHash: hashOf(state),
      verifier,
      secretHash: hashOf(secret),
      returnTo: given.returnTo,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ATTEMPT_MINUTES * MINUTE_MS),
    });
    return { url, secret };
  }

  /**
   * The browser is back from the provider. Uses up the state, and returns the one-time code for the tab that began; undefined
   * if no attempt at this provider waits for that state. Anybody else who opens the address lacks the tab's secret.
   */
  async callback(providerId: string, query: string): Promise<string | undefined> {
    const provider = this.provider(providerId);
    const state = new URLSearchParams(query).get('state') ?? '';
    const [used] = await queryRows<Pick<SignOnAttempt, 'id' | 'verifier' | 'stage'>>(
      this.db,
      `UPDATE sign_on_attempts SET state_hash = NULL
        WHERE state_hash = $1 AND provider = $2 AND expires_at > $3 RETURNING id, verifier, stage`,
      [hashOf(state), provider.id, this.clock.now()],
    );
    if (!used) return undefined;
    const outcome = await this.gateway.identify(provider, query, attemptOf(state, used.verifier, used.stage));
    if ('identity' in outcome && outcome.identity) await this.endSoon(outcome.identity);
    const code = newSecret();
    await this.db.manager.update(SignOnAttempt, { id: used.id }, { outcome, codeHash: hashOf(code), verifier: '' });
    return code;
  }

  /** Trades the code and the tab's secret, once. Throws INVALID_TOKEN, SIGN_ON_REFUSED, ACCOUNT_DEACTIVATED, IDENTITY_TAKEN. */
  async trade(proof: SignOnProof, client: Client): Promise<WithoutSuccess<SignOnOutcome>> {
    return transaction(this.db, async (tx) => {
      const attempt = await this.use(tx, proof, 'log-in', 'link', 'confirm');
      const { returnTo, studentId } = attempt;
      const vouched = this.vouchedIn(attempt);
      if (attempt.stage === 'link') {
        await this.assertLinkedHere(tx, studentId!);
        await this.link(tx, studentId!, attempt, vouched);
        return { next: 'linked', returnTo };
      }
      const known = await this.users.whoIs(tx, vouched);
      if (attempt.stage === 'confirm') {
        this.assertJustProved(attempt, vouched);
        if (known?.id !== studentId) throw refused('This is not the campus account that is linked to your account.');
        return { next: 'confirmed', code: await this.goOn(tx, attempt, 'confirmed'), returnTo };
      }
      if (known) return { next: 'logged-in', ...(await this.logIn(tx, known.id, client, vouched)), returnTo };
      const { name, email, isVouched } = vouched;
      const account = email ? await this.users.credentials(tx, email) : null;
      if (isVouched && account?.deactivatedAt) throw new AppError('ACCOUNT_DEACTIVATED', { message: CLOSED });
      const code = await this.goOn(tx, attempt, 'profile');
      return {
        next: 'profile',
        code,
        campus: toCampus(this.provider(attempt.provider)),
        name,
        email,
        isVouched,
        hasAccount: Boolean(account?.verifiedAt && !account.deactivatedAt),
      };
    });
  }

  /**
   * Creates the account of a new student. Opens it at once where the campus vouches for the address, else mails a link, which
   * brings the identity with it. Throws INVALID_TOKEN, EMAIL_TAKEN, IDENTITY_TAKEN, SIGN_ON_REFUSED.
   */
  async complete({ code, secret, email, ...profile }: CompleteSignOn, client: Client) {
    // Limits are counted before the transaction, on a connection of their own. Who has no code of a sign-on must not use up
    // the registrations and links of an address.
    const attempt = await this.find({ code, secret }, 'profile');
    await this.limits.count('registerPerAddress', client.address);
    const provider = this.provider(attempt.provider);
    if (!isAddressOf(provider, email)) throw refused(`Please enter an address of ${provider.name}.`);
    const { issuer, subject, session, ...vouched } = this.vouchedIn(attempt);
    const opensAtOnce = vouched.isVouched && email === vouched.email;
    if (!opensAtOnce) await this.links.count('account', email, client);
    const registration = { ...profile, passwordHash: null, identity: { issuer, subject } };
    const { returnTo } = attempt;
    type Completed = { user: User; token?: string; returnTo: string; message: string };
    const completed = await transaction<Completed>(this.db, async (tx) => {
      await this.use(tx, { code, secret }, 'profile');
      if (opensAtOnce) {
        const id = await this.users.register(tx, email, registration);
        const { user, token, message } = (await this.auth.open(tx, id, registration, client, session))!;
        return { user, token, message, returnTo };
      }
      const user = await this.auth.registerToVerify(tx, email, registration);
      return { user, returnTo, message: 'Please check your email to verify your address.' };
    });
    // only those that nobody verified count
    if (completed.token) await this.limits.uncount('registerPerAddress', client.address);
    return completed;
  }

  /**
   * Mails a link to an account that exists. It replaces a linked campus account only in the days in which the operators let
   * students relink. The response reveals nothing. The link works in the browser that asked for it only, so that nobody links a
   * stranger's sign-on.
   */
  async mailLink({ code, secret, email }: SignOnProof & { email: string }, client: Client): Promise<void> {
    const attempt = await this.find({ code, secret }, 'profile'); // first, as above
    const provider = this.provider(attempt.provider);
    await this.links.count('sign-on', email, client);
    await transaction(this.db, async (tx) => {
      await this.use(tx, { code, secret }, 'profile');
      const student = isAddressOf(provider, email) ? await this.users.lockByEmail(tx, email) : null;
      if (!student?.verifiedAt) return;
      const isLinked = await this.users.isLinked(tx, student.id);
      if (isLinked && !(await this.campuses.isRelinking(tx, student.institution))) return;
      const expiresAt = new Date(this.clock.now().getTime() + SIGN_ON_LINK_HOURS * 60 * MINUTE_MS);
      const token = await this.tokens.issue(tx, student.id, 'sign-on');
      const mailed = { stage: 'mailed', codeHash: hashOf(token), studentId: student.id, expiresAt } as const;
      await tx.update(SignOnAttempt, { id: attempt.id }, mailed);
      const about = { sealedLink: await this.mail.sealedLink(`sign-on/${token}`), campus: provider.name };
      await this.mail.send(tx, 'sign-on-link', { name: student.name, email }, about);
    });
  }

  async followLink(proof: SignOnProof, client: Client): Promise<LoggedIn & { returnTo: string }> {
    return transaction(this.db, async (tx) => {
      const attempt = await this.use(tx, proof, 'mailed');
      const vouched = this.vouchedIn(attempt);
      const id = attempt.studentId!;
      // a new password or a followed link ends all earlier links
      if (!(await this.tokens.find(tx, proof.code, 'sign-on'))) throw over();
      await this.tokens.revoke(tx, id, ['sign-on']);
      const { institution } = await this.users.account(tx, id);
      if (await this.campuses.isRelinking(tx, institution)) {
        // the campus account that goes may be a stranger's, who is logged in with it
        await this.users.unlink(tx, id);
        await this.sessions.endAll(tx, id);
      }
      await this.link(tx, id, attempt, vouched);
      return { ...(await this.logIn(tx, id, client, vouched)), returnTo: attempt.returnTo };
    });
  }

  /** Uses up the proof of a fresh sign-on of this student, in place of the password. Throws INVALID_TOKEN. */
  async useConfirmation(tx: EntityManager, studentId: string, proof: SignOnProof): Promise<void> {
    const attempt = await this.use(tx, proof, 'confirmed');
    if (attempt.studentId !== studentId) throw over();
  }

  /**
   * The provider says that somebody has logged out there. Ends what began with that session, or everything of a student where
   * it names none. Throws INVALID_TOKEN, and TOO_MANY_REQUESTS for a token that was used.
   */
  async loggedOut(providerId: string, logOutToken: unknown): Promise<void> {
    const provider = this.provider(providerId);
    const { id, campusSession, identity } = await this.gateway.readLogOut(provider, logOutToken);
    await this.limits.count('logOutTokens', id);
    // sign-ons that nobody has traded yet are over, too
    const ended = campusSession ? { session: { campusSession } } : identity;
    await this.db.query('DELETE FROM sign_on_attempts WHERE outcome @> $1', [ended]);
    if (campusSession) return this.sessions.endAllOfCampusSession(campusSession);
    const student = await this.users.whoIs(this.db.manager, identity);
    if (student) await this.sessions.endEverywhere(student.id);
  }

  async prune(): Promise<void> {
    await this.db.query('DELETE FROM sign_on_attempts WHERE expires_at < now()');
  }

  /** Somebody who is no student of the campus any longer stays logged in for a day at most. */
  private async endSoon(identity: IdentityKey): Promise<void> {
    const student = await this.users.whoIs(this.db.manager, identity);
    if (student) await this.sessions.endWithin(this.db.manager, student.id, DAY_MS);
  }

  private provider(id: string): SignOnProvider {
    const provider = this.providers.find((one) => one.id === id);
    if (!provider) throw new AppError('NOT_FOUND');
    return provider;
  }

  /** The attempt at this stage that a code belongs to, which stays as it is. */
  private async find({ code, secret }: SignOnProof, stage: Stage): Promise<SignOnAttempt> {
    const expiresAt = MoreThan(this.clock.now());
    const where = { codeHash: hashOf(code), secretHash: hashOf(secret), stage, expiresAt };
    const found = await this.db.manager.findOneBy(SignOnAttempt, where);
    if (!found) throw over();
    return found;
  }

  /**
   * Uses the code of an attempt at one of these stages. Of two calls at once only one gets it. An attempt that a logged-in
   * student began is over when that session has ended.
   */
  private async use(tx: EntityManager, { code, secret }: SignOnProof, ...stages: Stage[]): Promise<SignOnAttempt> {
    // so that a simultaneous password reset commits either before this, and the attempt is over, or after it
    const begun = await tx.findOneBy(SignOnAttempt, { codeHash: hashOf(code) });
    if (begun?.studentId) await this.users.lockOpen(tx, begun.studentId);
    const [used] = await queryRows<SignOnAttempt>(
      tx,
      `UPDATE sign_on_attempts a SET code_hash = NULL
        WHERE a.code_hash = $1 AND a.secret_hash = $2 AND a.stage = ANY ($3) AND a.expires_at > $4
          AND NOT EXISTS (SELECT FROM sessions e WHERE e.id = a.session_id AND e.ended_at IS NOT NULL)
       RETURNING a.id, a.provider, a.stage, a.student_id AS "studentId", a.outcome, a.return_to AS "returnTo",
                 a.created_at AS "createdAt"`,
      [hashOf(code), hashOf(secret), stages, this.clock.now()],
    );
    if (!used) throw over();
    return used;
  }

  /** The attempt goes on to a next stage. Returns its new code. */
  private async goOn(tx: EntityManager, { id }: SignOnAttempt, stage: Stage): Promise<string> {
    const code = newSecret();
    await tx.update(SignOnAttempt, { id }, { stage, codeHash: hashOf(code) });
    return code;
  }

  private vouchedIn({ outcome, provider }: SignOnAttempt): Vouched {
    const result = outcome as SignOnResult;
    if ('problem' in result) throw refused(PROBLEMS[result.problem](this.provider(provider).name, result.claim ?? ''));
    return result;
  }

  private assertJustProved({ createdAt }: SignOnAttempt, { authenticatedAt }: Vouched): void {
    if (authenticatedAt === null) throw refused(NO_AUTH_TIME);
    if (authenticatedAt < createdAt.getTime() - CLOCK_SKEW_MS)
      throw refused('Your campus did not ask you to log in again. Please log out there, and try again.');
  }

  /** Where passwords have ended, a new one no longer undoes a stranger's link from an open session: there the link is mailed. */
  private async assertLinkedHere(tx: EntityManager, studentId: string): Promise<void> {
    const { email } = await this.users.account(tx, studentId);
    const provider = await this.campuses.requiredSignOn(tx, email);
    if (provider) throw refused(`Please log out, then log in with ${provider.name}. We will email you a link.`);
  }

  /** A mail says so at once: somebody else may have found an open session. */
  private async link(
    tx: EntityManager,
    studentId: string,
    { provider }: SignOnAttempt,
    vouched: Vouched,
  ): Promise<void> {
    if (!(await this.users.lockOpen(tx, studentId))) throw new AppError('ACCOUNT_DEACTIVATED');
    if (await this.users.isLinked(tx, studentId)) throw refused('Your account is linked to a campus account already.');
    await this.users.link(tx, studentId, vouched);
    const { name, email } = await this.users.account(tx, studentId);
    await this.mail.send(tx, 'sign-on-linked', { name, email }, { campus: this.provider(provider).name });
  }

  /** Asks again, under the lock, who it is: a new password may just have unlinked the campus account. */
  private async logIn(tx: EntityManager, id: string, { userAgent }: Client, vouched: Vouched): Promise<LoggedIn> {
    if (!(await this.users.lockOpen(tx, id))) throw new AppError('ACCOUNT_DEACTIVATED');
    if ((await this.users.whoIs(tx, vouched))?.id !== id) throw over();
    const token = await this.sessions.start(tx, id, userAgent, vouched.session);
    return { token, user: await this.users.account(tx, id) };
  }
}

const refused = (message: string) => new AppError('SIGN_ON_REFUSED', { message });

const CLOSED =
  'The account with your address is closed, and the address opens no other. If you did not close it, ask those who run SpareSwipe at your campus.';

const NO_AUTH_TIME =
  'Your campus does not say when you logged in. Choose a password by "Forgot your password?" first, and confirm with it. Where your campus has ended passwords, ask its operators.';

const PROBLEMS: Record<SignOnProblem, (campus: string, claim: string) => string> = {
  cancelled: (campus) => `You left the log-in of ${campus}. Nothing has changed.`,
  unavailable: (campus) => `The log-in of ${campus} does not respond. Please try again in a few minutes.`,
  failed: (campus) => `The log-in of ${campus} did not work. Please try again; if it fails again, tell your campus.`,
  'wrong-campus': (campus) => `This account is not one of ${campus}. Please use the account that your campus gave you.`,
  guest: (campus) => `You are a guest at ${campus}. Please use the account of your own campus.`,
  'not-a-student': (campus) => `${campus} does not list you as a student. If you are one, ask its IT help desk.`,
  'not-released': (campus, claim) =>
    `${campus} does not tell us what we need ("${claim}"). Please tell its IT help desk.`,
};

const toCampus = ({ id, name, domains }: SignOnProvider): SignOnCampus => ({ provider: id, name, domains });

/** The nonce follows from the state, of which only a hash is stored. */
const attemptOf = (state: string, verifier: string, stage: Stage): Attempt => ({
  state,
  nonce: hashOf(`nonce ${state}`).toString('base64url'),
  verifier,
  isFresh: stage === 'confirm',
});
