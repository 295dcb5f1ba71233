import { auditLedger } from '../../src/ledger/audit/invariants.js';
import { fillExchange } from './bulk.js';
import { createTestDatabase } from './database.js';

const db = await createTestDatabase();
afterAll(() => db.close());

const triggers = () => db.query('SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname');

it('fills an exchange whose ledger is in order, and restores every guard', async () => {
  const before = await triggers();
  const client = await db.pool.connect();
  await fillExchange(client, { requests: 400, active: 0.25 });
  expect(await auditLedger(client)).toEqual([]);
  client.release();
  expect(await triggers()).toEqual(before);
  expect(await db.query('SELECT status, count(*)::int FROM meal_requests GROUP BY 1 ORDER BY 1')).toEqual([
    { status: 'active', count: 100 },
    { status: 'cancelled', count: 36 },
    { status: 'completed', count: 216 },
    { status: 'expired', count: 45 },
    { status: 'matched', count: 3 },
  ]);
});
