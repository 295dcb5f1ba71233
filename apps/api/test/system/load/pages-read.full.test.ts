import { fillExchange } from '../../support/bulk.js';
import { createTestDatabase } from '../../support/database.js';
import { givenIn } from '../../support/given.js';
import { ok } from '../../support/responses.js';
import { startApi } from '../../support/start-api.js';
import { until } from '../../support/until.js';
import { lunch } from '../../support/lunch.js';

const REQUESTS = 1_000_000;
const ROUNDS = 10;
/** Of 8 kB, in tables and indexes, by the nine calls of a round. Twice as many as among 20,000 requests. */
const PAGES_MAX = 2500;
const TABLES = ['students', 'meal_requests', 'matches', 'accounts', 'transfers'];

const db = await createTestDatabase();
beforeAll(async () => {
  const client = await db.pool.connect();
  await fillExchange(client, { requests: REQUESTS, active: 0.02, campuses: 1000 });
  await client.query('VACUUM ANALYZE');
  client.release(true); // a connection reports what it read when it closes, else up to ten seconds later
}, 900_000);
afterAll(() => db.close());

it(`reads no large table from end to end, and few pages, for an exchange among ${REQUESTS} requests`, async () => {
  const given = givenIn(db);
  const student = () => given.student({ institution: 'campus1', credits: 2 * ROUNDS });
  const [ruth, finn] = [await student(), await student()];
  const api = await startApi({ db });
  await api.rest(); // only what the calls read counts
  for (const each of [ruth, finn]) await api.tokenOf(each);
  const [requester, fulfiller] = [api.as(ruth), api.as(finn)];
  const post = async () => ok(await requester.requests.create({ body: lunch() })).request._id;

  await db.query('SELECT pg_stat_reset()');
  for (let round = 0; round < ROUNDS; round++) {
    const [requestId, other] = [await post(), await post()];
    for (const query of [{}, { campus: 'mine' as const }]) ok(await fulfiller.requests.browse({ query }));
    const { match } = ok(await fulfiller.matches.accept({ body: { requestId } }));
    ok(await requester.matches.complete({ params: { id: match._id } }));
    ok(await requester.requests.cancel({ params: { id: other } }));
    ok(await requester.requests.mine({ query: {} }));
    ok(await fulfiller.matches.mine({ query: {} }));
  }
  await api.kill(); // as above
  await api.stop();
  const connections = 'SELECT FROM pg_stat_activity WHERE datname = current_database()';
  await until('its connections to close', async () => (await db.query(connections)).length === db.pool.totalCount);

  const read = await db.query<{ table: string; scans: number; pages: number }>(
    `SELECT relname AS table, seq_scan::int AS scans,
            (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int AS pages
       FROM pg_stat_user_tables JOIN pg_statio_user_tables USING (relid, relname) WHERE relname = ANY ($1)`,
    [TABLES],
  );
  console.table(read);
  expect(read.filter(({ scans }) => scans)).toEqual([]);
  expect(read).toHaveLength(TABLES.length);
  expect(read.reduce((sum, { pages }) => sum + pages, 0) / ROUNDS).toBeLessThan(PAGES_MAX);
}, 300_000);
