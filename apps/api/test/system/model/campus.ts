import type { DisputeAward } from '@spareswipe/contract';
import pg, { type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { AppError } from '../../../src/platform/common/app-error.js';
import { Clock } from '../../../src/platform/common/clock.js';
import type { SignedInStudent } from '../../../src/platform/http/current-student.js';
import { newId } from '../../../src/platform/common/ids.js';
import { mailboxMark } from '../../../src/platform/common/mailbox.js';
import { Settings } from '../../../src/platform/config/settings.js';
import { CreditsService } from '../../../src/ledger/credits/credits.service.js';
import { Reads } from '../../../src/platform/database/reads.js';
import { databaseOptions } from '../../../src/platform/database/data-source.js';
import { DisputesQueries } from '../../../src/exchange/disputes/disputes.queries.js';
import { DisputesService } from '../../../src/exchange/disputes/disputes.service.js';
import { IdempotencyService } from '../../../src/platform/idempotency/idempotency.service.js';
import { Jobs } from '../../../src/platform/jobs/jobs.js';
import { MailService } from '../../../src/delivery/mail/mail.service.js';
import { AutoCompleteService } from '../../../src/exchange/matches/auto-complete.service.js';
import { MatchesQueries } from '../../../src/exchange/matches/matches.queries.js';
import { MatchesService } from '../../../src/exchange/matches/matches.service.js';
import { MeetingService } from '../../../src/exchange/matches/meeting.service.js';
import { OpenMatchesService } from '../../../src/exchange/matches/open-matches.service.js';
import { OperatorLog } from '../../../src/people/operators/operator-log.service.js';
import { PushGateway } from '../../../src/delivery/push/push.gateway.js';
import { PushService } from '../../../src/delivery/push/push.service.js';
import { RatingsService } from '../../../src/exchange/ratings/ratings.service.js';
import { ExpiryService } from '../../../src/exchange/requests/expiry.service.js';
import { RequestsService } from '../../../src/exchange/requests/requests.service.js';
import { ContestsService } from '../../../src/exchange/strikes/contests.service.js';
import { StrikesQueries } from '../../../src/exchange/strikes/strikes.queries.js';
import { StrikesService } from '../../../src/exchange/strikes/strikes.service.js';
import { UsersService } from '../../../src/people/users/users.service.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { givenIn } from '../../support/given.js';
import { timePasses } from '../../support/time-passes.js';

export const STARTING_CREDITS = 2;
const REASON = 'The reader at the hall was broken.';

/** The API's services on a database, without HTTP and the scheduler: only what a test calls happens. */
export class ServicesOnDatabase {
  private constructor(
    readonly test: TestDatabase,
    readonly client: PoolClient,
    readonly db: DataSource,
    private readonly jobs: Jobs,
    readonly users: UsersService,
    readonly credits: CreditsService,
    readonly requests: RequestsService,
    readonly matches: MatchesService,
    readonly meeting: MeetingService,
    readonly ratings: RatingsService,
    readonly disputes: DisputesService,
    readonly contests: ContestsService,
    private readonly strikes: StrikesService,
    private readonly expiry: ExpiryService,
    private readonly autoComplete: AutoCompleteService,
  ) {}

  /** `rewrite` gets every statement of the services and returns the one to send. */
  static async open(rewrite: (sql: string) => string = (sql) => sql): Promise<ServicesOnDatabase> {
    const test = await createTestDatabase();
    const extra = { Client: rewritingClient(rewrite) };
    const db = await new DataSource({ ...databaseOptions(test.url), extra }).initialize();
    const clock = new Clock();
    const settings = Object.assign(new Settings(), {
      DATABASE_URL: test.url,
      APP_ORIGIN: 'https://example.edu',
      STARTING_MEALS_KEY: 'a key',
    });
    const users = new UsersService(db, clock, settings);
    const credits = new CreditsService();
    const idempotency = new IdempotencyService(db);
    const jobs = new Jobs(settings, db);
    await jobs.onModuleInit();
    // an operator, so that strikes can be contested
    await db.query(
      `INSERT INTO operators (id, email, sealed_secret, password_hash, accepted_at)
       VALUES ($1::uuid, 'ines@dining.example', '', '', now())`,
      [newId()],
    );
    const mail = new MailService(jobs, settings);
    const push = new PushService(db, clock, jobs, new PushGateway(settings));
    const requests = new RequestsService(db, clock, credits, idempotency);
    const queries = new MatchesQueries(db, new Reads(settings, db), clock);
    const openMatches = new OpenMatchesService();
    const matches = new MatchesService(clock, credits, idempotency, mail, push, requests, users, openMatches, queries);
    const strikesQueries = new StrikesQueries(db, clock);
    const strikes = new StrikesService(clock, strikesQueries, users);
    const disputes = new DisputesService(db, credits, mail, push, matches, new DisputesQueries(db), strikes, users);
    return new ServicesOnDatabase(
      test,
      await test.pool.connect(),
      db,
      jobs,
      users,
      credits,
      requests,
      matches,
      new MeetingService(matches),
      new RatingsService(clock, disputes, idempotency, mail, matches, openMatches, strikes, users),
      disputes,
      new ContestsService(db, clock, mail, matches, strikesQueries, strikes, users),
      strikes,
      new ExpiryService(db, credits, mail, push),
      new AutoCompleteService(db, matches),
    );
  }

  async close(): Promise<void> {
    this.client.release();
    await this.jobs.onApplicationShutdown();
    await this.db.destroy();
    await this.test.close();
  }

  async givenStudents(count: number, credits: number): Promise<string[]> {
    const { student } = givenIn(this.test);
    const ids: string[] = [];
    for (let each = 0; each < count; each++) ids.push((await student({ credits })).id);
    return ids;
  }

  /** The student as the access guard hands them to a service. */
  async signedIn(id: string): Promise<SignedInStudent> {
    const user = await this.users.account(this.db.manager, id);
    return {
      id,
      sessionId: newId(),
      institution: user.institution,
      user,
      hasOverdueRequests: false,
      asOf: null,
      pause: null,
    };
  }

  /** Opens an account, and verifies its address. Returns the student's id. */
  async register(details: { email: string; phoneNumber: string }): Promise<string> {
    return this.db.transaction(async (tx) => {
      const { email, phoneNumber } = details;
      const registration = { name: 'Sam', phoneNumber, rolePreference: 'both', passwordHash: 'no password' } as const;
      const id = await this.users.register(tx, email, registration);
      await this.users.markVerified(tx, id, registration);
      await this.credits.grant(tx, id, STARTING_CREDITS, mailboxMark(details.email, 'a key'));
      return id;
    });
  }

  /** Closes an account, without asking for the password. */
  async closeAccount(id: string): Promise<void> {
    const { user } = await this.signedIn(id);
    await this.db.transaction(async (tx) => {
      if (!(await this.users.lockToClose(tx, id))) throw new AppError('UNAUTHENTICATED');
      await this.matches.endAllOf(tx, id);
      await this.users.deactivate(tx, id, user.email);
    });
  }

  /** Upholds a contested strike, or withdraws any strike. */
  async decideStrike(studentId: string, strikeId: string, stands: boolean): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.users.lockMailboxes(tx, studentId);
      const strike = (await this.strikes.find(tx, strikeId))!;
      const decided = stands ? await this.strikes.uphold(tx, strike) : await this.strikes.withdraw(tx, strikeId);
      if (!decided) throw new AppError('ALREADY_DECIDED');
    });
  }

  async decide(matchId: string, awardedTo: DisputeAward): Promise<void> {
    await this.db.transaction((tx) => this.disputes.decideIn(tx, matchId, awardedTo, REASON));
  }

  async removeRequest(requestId: string): Promise<void> {
    await this.db.transaction((tx) => this.requests.remove(tx, requestId));
  }

  async voidExchange(matchId: string): Promise<void> {
    await this.db.transaction((tx) => this.disputes.voidExchange(tx, matchId, REASON));
  }

  /** Each time as another operator, because one may move 50 credits a day. */
  async adjust(studentId: string, credits: number): Promise<void> {
    const operatorId = newId();
    await this.db.transaction(async (tx) => {
      const operator = `INSERT INTO operators (id, email, sealed_secret) VALUES ($1::uuid, $1 || '@dining.example', '')`;
      await tx.query(operator, [operatorId]);
      const line = {
        operatorId,
        campus: null,
        action: 'adjust',
        studentId,
        reason: REASON,
        after: { amount: credits },
      };
      await this.credits.adjust(tx, await new OperatorLog().write(tx, line), studentId, credits);
    });
  }

  /** Payments at the level of the ledger: an order that was paid, and its credits. Returns the order's id. */
  async sell(studentId: string, credits: number): Promise<string> {
    const id = newId();
    await this.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, livemode, state,
                             payment_intent_id, paid_at)
         VALUES ($1::uuid, $2, 'small', $3, 2499, 'usd', false, 'paid', 'pi_' || $1, now())`,
        [id, studentId, credits],
      );
      await this.credits.purchase(tx, id, studentId, credits);
    });
    return id;
  }

  /** Reverses credits of an order whose money went back, or restores them if `credits` is negative. */
  async takeBack(orderId: string, credits: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.query('UPDATE orders SET credits_reversed = credits_reversed + $2 WHERE id = $1', [orderId, credits]);
      if (credits > 0) await this.credits.reversePurchase(tx, orderId, credits);
      else await this.credits.restorePurchase(tx, orderId, -credits);
    });
  }

  /** Time passes, for the exchanges of these students only or for all. */
  forward(hours: number, of?: string[]): Promise<void> {
    return timePasses(this.client, { hours, of });
  }

  /** What the scheduler does, in its order. */
  async sweep(): Promise<void> {
    await this.expiry.expireOverdue();
    await this.autoComplete.completeForgotten();
    await this.disputes.endUndecided();
  }
}

const hasText = (query: unknown): query is { text: string } =>
  typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);

function rewritingClient(rewrite: (sql: string) => string) {
  return class extends pg.Client {
    // The driver accepts many kinds of calls; in each, the first argument is or has the SQL.
    override query(...call: unknown[]): never {
      const [sql, ...rest] = call;
      const rewritten =
        typeof sql === 'string' ? rewrite(sql) : hasText(sql) ? { ...sql, text: rewrite(sql.text) } : sql;
      return (super.query as (...call: unknown[]) => never).call(this, rewritten, ...rest);
    }
  };
}
