import pg from 'pg';
import { auditLedger } from '../../src/ledger/audit/invariants.js';
import { migrate } from '../../src/operations/commands/migrate.js';
import { newId } from '../../src/platform/common/ids.js';
import { atOnce, ok, tally } from '../support/responses.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { CONNECTIONS, missingPgBouncer, startPgBouncer } from '../support/pgbouncer.js';
import { openShop, type Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { lunch } from '../support/lunch.js';

/** The API behind PgBouncer in transaction mode, which gives each transaction any of a few connections. */

const reason = missingPgBouncer();
if (reason) process.stderr.write(`Tests behind PgBouncer are skipped: ${reason}. PGBOUNCER names another one.\n`);

(reason ? describe.skip : describe)('behind PgBouncer in transaction mode', () => {
  let db: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let shop: Shop;

  beforeAll(async () => {
    db = await createTestDatabase();
    pooler = await startPgBouncer(db.url);
    shop = await openShop({ DATABASE_URL: pooler.url }, db);
  });
  afterAll(async () => {
    expect(await auditLedger(db.pool)).toEqual([]);
    await shop.close();
    await pooler.stop();
    await db.close();
  });

  it('runs the main job for many students at once, mails included', async () => {
    const pairs = await atOnce(8, async () => [await shop.given.student(), await shop.given.student()] as const);
    const responses = await Promise.all(
      pairs.map(async ([ruth, finn]) => {
        const headers = { 'idempotency-key': newId() };
        const { request } = ok(
          await shop.api.as(ruth).requests.create({ body: lunch({ mealDescription: 'Soup' }), headers }),
        );
        ok(await shop.api.as(finn).requests.browse({ query: { search: 'soup' } }));
        const { match } = ok(await shop.api.as(finn).matches.accept({ body: { requestId: request._id } }));
        ok(await shop.api.as(ruth).matches.complete({ params: { id: match._id } }));
        return shop.api.as(finn).ratings.rate({ params: { id: match._id }, body: { followedThrough: true, score: 5 } });
      }),
    );
    expect(tally(responses)).toEqual({ 200: 8 });
    for (const [ruth] of pairs) expect(await shop.credits(ruth)).toMatchObject({ available: 1 });
    await shop.api.inbox.waitForMail(pairs[0]![0].email, 'match');
  });

  it('refunds a request that nobody fulfilled in time', async () => {
    const ruth = await shop.given.student({ credits: 1 });
    const { request } = ok(await shop.api.as(ruth).requests.create({ body: lunch() }));
    await db.query(`UPDATE meal_requests SET deadline = clock_timestamp() - interval '1 s' WHERE id = $1`, [
      request._id,
    ]);
    await until('the refund', async () => (await shop.credits(ruth)).available === 1);
  });

  it('compares with Stripe on one instance at a time, and leaves no lock', async () => {
    const { student } = await shop.paid();
    await db.query(`UPDATE reconciliations SET done_at = '-infinity'`);
    await Promise.all([shop.api.reconcileWhatIsDue(), shop.api.reconcileWhatIsDue()]);
    expect(await shop.credits(student)).toMatchObject({ available: 14 });
    expect(await db.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'`)).toEqual([]);
  });

  it('leaves no setting on the connections, and warns that no statement has a time limit', async () => {
    const others = new pg.Pool({ connectionString: pooler.url });
    const all = await atOnce(CONNECTIONS, () => others.connect());
    const limits = await Promise.all(
      all.map(async (client) => {
        await client.query('BEGIN'); // holds the connection behind the pooler
        return (await client.query<{ limit: string }>(`SELECT current_setting('statement_timeout') AS limit`)).rows[0];
      }),
    );
    all.forEach((client) => client.release(true));
    await others.end();
    expect(limits).toEqual(limits.map(() => ({ limit: '0' })));
    const lines = (await shop.api.logs()).filter(({ msg }) => /no statement has a time limit/.test(String(msg)));
    expect(lines).toHaveLength(1);
  });

  it('refuses to migrate through it, because migrations need a lock of the session', async () => {
    await expect(migrate(pooler.url)).rejects.toThrow('set MIGRATION_DATABASE_URL');
  });

  it('had no failure to report', async () => {
    expect((await shop.api.logs()).filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
