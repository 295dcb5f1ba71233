import { matchStatus, requestStatus } from '@spareswipe/contract';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { auditLedger } from '../../ledger/audit/invariants.js';
import { reset } from './reset.js';
import { demoLogIns, seed, seedFrom } from './seed.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

const statuses = async (table: string) =>
  (await db.query<{ status: string }>(`SELECT DISTINCT status FROM ${table}`)).map(({ status }) => status).sort();

async function seeded(times = 1) {
  const client = await db.pool.connect();
  for (let time = 0; time < times; time++) await seed(client);
  const logIns = await demoLogIns(client);
  client.release();
  return logIns;
}

it('fills an empty database with requests and matches in every state, and the ledger in order', async () => {
  expect(await seeded()).toEqual(['alex@demo.edu', 'blake@demo.edu']);
  expect(await statuses('meal_requests')).toEqual([...requestStatus.options].sort());
  expect(await statuses('matches')).toEqual([...matchStatus.options].sort());
  expect(await auditLedger(db.pool)).toEqual([]);
});

it('lets the first demo student see a request of their own in every state, and more than one page to browse', async () => {
  await seeded();
  const [own] = await db.query<{ count: number }>(
    `SELECT count(DISTINCT r.status)::int AS count FROM meal_requests r JOIN students s ON s.id = r.requester_id
      WHERE s.email = 'alex@demo.edu'`,
  );
  const [others] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM meal_requests r JOIN students s ON s.id = r.requester_id
      WHERE s.email <> 'alex@demo.edu' AND r.status = 'active' AND r.deadline > now()`,
  );
  expect(own!.count).toBe(requestStatus.options.length);
  expect(others!.count).toBeGreaterThan(10);
});

it('changes nothing the second time', async () => {
  await seeded(2);
  expect(await db.query('SELECT count(*)::int FROM students')).toEqual([{ count: 7 }]);
});

it('changes nothing in a database that has a student, and offers no log-in then', async () => {
  await givenIn(db).student();
  expect(await seeded()).toEqual([]);
  expect(await db.query('SELECT count(*)::int FROM students')).toEqual([{ count: 1 }]);
});

it('resets a database that is in use to the demo campus', async () => {
  const { match } = givenIn(db);
  await match();
  await reset(db.url);
  expect(await db.query('SELECT count(*)::int FROM students')).toEqual([{ count: 7 }]);
});

it('makes no log-ins with a known password in production', async () => {
  await expect(seedFrom({ NODE_ENV: 'production', DATABASE_URL: db.url })).rejects.toThrow(/not for production/);
  expect(await db.query('SELECT FROM students')).toEqual([]);
});
