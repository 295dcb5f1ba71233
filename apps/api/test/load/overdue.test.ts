import { setTimeout as pause } from 'node:timers/promises';
import { auditLedger } from '../../src/database/audit.js';
import { fillExchange } from '../bulk.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { openInbox, type Inbox } from '../inbox.js';
import { startApi, type Api } from '../start-api.js';

// `pnpm test:nightly` asks for 100,000, refunded within a minute.
const OVERDUE = Number(process.env.OVERDUE_REQUESTS ?? 4_000);
const WITHIN_MS = 60_000;

let db: TestDatabase;
let inbox: Inbox;
let apis: Api[];
beforeAll(async () => {
  db = await createTestDatabase();
  inbox = await openInbox();
  const client = await db.pool.connect();
  await fillExchange(client, { requests: OVERDUE });
  client.release();
  apis = await Promise.all([1, 2].map(() => startApi({ db, inbox })));
}, 300_000);
afterAll(async () => {
  await Promise.all(apis.map((api) => api.kill())); // rather than wait for the mails to be sent
  await inbox.close();
  await db.close();
});

it(`refunds ${OVERDUE} overdue requests, each once, with one mail each, by two sweepers within a minute`, async () => {
  const left = async () =>
    (await db.query<{ count: number }>(`SELECT count(*)::int FROM meal_requests WHERE status = 'active'`))[0]!.count;
  await db.query(`UPDATE meal_requests SET deadline = now() WHERE status = 'active'`);
  const start = Date.now();
  while ((await left()) > 0) await pause(100);
  const ms = Date.now() - start;
  console.info(`${OVERDUE} refunds in ${(ms / 1000).toFixed(1)} s`);

  const [done] = await db.query(
    `SELECT (SELECT count(*)::int FROM ledger.transfers WHERE kind = 'release') AS refunds,
            (SELECT count(DISTINCT hold_id)::int FROM ledger.transfers WHERE kind = 'release') AS requests,
            (SELECT count(*)::int FROM pgboss.job WHERE name = 'mail' AND data->>'mail' = 'refund') AS mails`,
  );
  expect(done).toEqual({ refunds: OVERDUE, requests: OVERDUE, mails: OVERDUE });
  expect(await auditLedger(db.pool)).toEqual([]);
  expect(ms).toBeLessThan(WITHIN_MS);
}, 300_000);
