import pg, { type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Clock } from '../../../src/common/clock.js';
import type { SignedInStudent } from '../../../src/http/current-student.js';
import { newId } from '../../../src/common/ids.js';
import { Settings } from '../../../src/config/settings.js';
import { CreditsService } from '../../../src/credits/credits.service.js';
import { databaseOptions } from '../../../src/database/data-source.js';
import { IdempotencyService } from '../../../src/idempotency/idempotency.service.js';
import { Jobs } from '../../../src/jobs/jobs.js';
import { MailService } from '../../../src/mail/mail.service.js';
import { AutoCompleteService } from '../../../src/matches/auto-complete.service.js';
import { MatchesQueries } from '../../../src/matches/matches.queries.js';
import { MatchesService } from '../../../src/matches/matches.service.js';
import { PromisesService } from '../../../src/matches/promises.service.js';
import { RatingsService } from '../../../src/ratings/ratings.service.js';
import { StrikesService } from '../../../src/strikes/strikes.service.js';
import { DisputesQueries } from '../../../src/disputes/disputes.queries.js';
import { DisputesService } from '../../../src/disputes/disputes.service.js';
import { UndecidedDisputesService } from '../../../src/disputes/undecided-disputes.service.js';
import { ExpiryService } from '../../../src/requests/expiry.service.js';
import { RequestsService } from '../../../src/requests/requests.service.js';
import { UsersService } from '../../../src/users/users.service.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { givenIn } from '../../support/given.js';

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
    readonly ratings: RatingsService,
    private readonly expiry: ExpiryService,
    private readonly autoComplete: AutoCompleteService,
    private readonly undecided: UndecidedDisputesService,
  ) {}

  /** `rewrite` gets every statement of the services and returns the one to send. */
  static async open(rewrite: (sql: string) => string = (sql) => sql): Promise<ServicesOnDatabase> {
    const test = await createTestDatabase();
    const extra = { Client: rewritingClient(rewrite) };
    const db = await new DataSource({ ...databaseOptions(test.url), extra }).initialize();
    const clock = new Clock();
    const settings = Object.assign(new Settings(), { DATABASE_URL: test.url, APP_ORIGIN: 'https://example.edu' });
    const users = new UsersService(db, clock);
    const credits = new CreditsService();
    const idempotency = new IdempotencyService(db);
    const jobs = new Jobs(settings, db);
    await jobs.onModuleInit();
    const mail = new MailService(jobs, settings);
    const requests = new RequestsService(db, clock, credits, idempotency);
    const queries = new MatchesQueries(db, clock);
    const matches = new MatchesService(
      db,
      clock,
      credits,
      idempotency,
      mail,
      requests,
      users,
      new PromisesService(),
      queries,
    );
    const strikes = new StrikesService(clock, users);
    const disputesQueries = new DisputesQueries(db);
    const disputes = new DisputesService(db, credits, mail, matches, disputesQueries, strikes, users);
    return new ServicesOnDatabase(
      test,
      await test.pool.connect(),
      db,
      jobs,
      users,
      credits,
      requests,
      matches,
      new RatingsService(clock, disputes, idempotency, mail, matches, strikes, users),
      new ExpiryService(db, credits, mail),
      new AutoCompleteService(db, matches),
      new UndecidedDisputesService(disputes, disputesQueries),
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
    return { id, sessionId: newId(), institution: user.institution, user, hasOverdueRequests: false };
  }

  /** Time passes for everything in the database. */
  async forward(hours: number): Promise<void> {
    const ago = `make_interval(hours => ${hours})`;
    await this.client.query(`
      BEGIN;
      ALTER TABLE matches DISABLE TRIGGER matches_lifecycle;
      UPDATE meal_requests SET deadline = deadline - ${ago};
      UPDATE matches SET completed_at = completed_at - ${ago} WHERE completed_at IS NOT NULL;
      UPDATE students SET suspended_until = suspended_until - ${ago} WHERE suspended_until IS NOT NULL;
      UPDATE ratings SET created_at = created_at - ${ago};
      UPDATE ledger.disputes SET opened_at = opened_at - ${ago};
      UPDATE strikes SET created_at = created_at - ${ago}, consumed_at = consumed_at - ${ago};
      ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_lifecycle;
      COMMIT`);
  }

  async sweep(): Promise<void> {
    await this.expiry.expireOverdue();
    await this.autoComplete.completeForgotten();
    await this.undecided.endUndecided();
  }
}

const isPrepared = (query: unknown): query is { text: string } =>
  typeof query === 'object' && query !== null && 'name' in query && 'text' in query && !('submit' in query);

function rewritingClient(rewrite: (sql: string) => string) {
  return class extends pg.Client {
    // The driver accepts many kinds of calls; in each, the first argument is or has the SQL.
    override query(...call: unknown[]): never {
      const [sql, ...rest] = call;
      const rewritten =
        typeof sql === 'string' ? rewrite(sql) : isPrepared(sql) ? { ...sql, text: rewrite(sql.text) } : sql;
      return (super.query as (...call: unknown[]) => never).call(this, rewritten, ...rest);
    }
  };
}
