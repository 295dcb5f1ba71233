import { createTestDatabase } from '../../../test/support/database.js';
import { allAttacks } from '../../../test/system/hostile/all-attacks.js';
import { attack, refusalOf } from '../../../test/system/hostile/attack.js';
import { stories } from '../../../test/system/hostile/stories.js';
import { createTestRole } from '../../../test/support/roles.js';
import { sample } from '../../../test/support/levels.js';
import { givenIn, PASSWORD } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { startApi } from '../../../test/support/start-api.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';
import { until } from '../../../test/support/until.js';
import { newId } from '../../platform/common/ids.js';
import { auditLedger } from '../../ledger/audit/invariants.js';
import { grantApiRole } from './grants.js';

/** If migrations have a separate role, the API's role can run the product and nothing else. */

const db = await createTestDatabase();
const { role: apiRole, url: apiUrl } = await createTestRole(db);
const client = await db.pool.connect();
beforeAll(async () => {
  await grantApiRole(client, apiRole);
  await client.query(`SET ROLE ${apiRole}`);
});
afterAll(async () => {
  client.release(true);
  await db.close();
});

it('may do everything that students may do [asvs V2.3b]', async () => {
  for (const statements of Object.values(stories)) await client.query(['BEGIN', ...statements, 'COMMIT'].join(';'));
  expect(await auditLedger(client)).toEqual([]);
});

it('may use the job queue and read its own rights again', async () => {
  await client.query(`SELECT pgboss.create_queue('mail', '{"policy": "standard"}')`);
  await expect(client.query('SELECT count(*) FROM pgboss.job')).resolves.toMatchObject({ rowCount: 1 });
});

describe('may not', () => {
  beforeEach(() => client.query('BEGIN'));
  afterEach(() => client.query('ROLLBACK'));

  const tables = ['accounts', 'transfers', 'disputes', 'starting_meals'].map((table) => `ledger.${table}`);
  const denied = [
    attack('change a balance', '', 'UPDATE ledger.accounts SET balance = balance + 1'),
    attack('write a transfer of its own', '', `INSERT INTO ledger.transfers (kind) VALUES ('grant')`),
    attack('delete a transfer', '', 'DELETE FROM ledger.transfers'),
    attack('empty the transfers away', '', 'TRUNCATE ledger.transfers'),
    attack('delete a request', '', 'DELETE FROM meal_requests'),
    attack('delete a match', '', 'DELETE FROM matches'),
    attack('change a rating', '', 'UPDATE ratings SET score = 5'),
    attack('change the log of operators', '', `UPDATE operator_log SET reason = 'Something else.'`),
    attack('delete from the log of operators', '', 'DELETE FROM operator_log'),
    attack('delete a student', '', 'DELETE FROM students'),
    attack('silence triggers', '', 'SET LOCAL session_replication_role = replica'),
    attack('reverse an arbitrary transfer', '', 'SELECT ledger.reverse_transfer(t, 1) FROM ledger.transfers t'),
    attack(
      'replace a guard',
      '',
      'CREATE OR REPLACE FUNCTION ledger.guard_account() RETURNS trigger LANGUAGE sql AS $$ SELECT $$',
    ),
    attack('add a table', '', 'CREATE TABLE public.mine ()'),
    attack(
      'add an operator that guards would use',
      '',
      'CREATE FUNCTION ledger.evil(int, int) RETURNS bool LANGUAGE sql AS $$ SELECT true $$',
    ),
    ...tables.flatMap((table) => [
      attack(`disable the triggers of ${table}`, '', `ALTER TABLE ${table} DISABLE TRIGGER USER`),
      attack(`drop ${table}`, '', `DROP TABLE ${table} CASCADE`),
      attack(`own ${table}`, '', `ALTER TABLE ${table} OWNER TO CURRENT_USER`),
    ]),
    ...['meal_requests', 'matches'].map((table) =>
      attack(`disable the triggers of ${table}`, '', `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    ),
  ];
  it.each(sample(denied, { every: 6 }))('$guarantee', async (attempt) => {
    expect(await refusalOf(client, attempt)).toMatchObject({ code: '42501' });
  });

  it.each(sample(allAttacks, { every: 20 }))('break this: $guarantee', async (attempt) => {
    expect(await refusalOf(client, attempt)).toBeDefined();
  });
});

it('has rights to every table that the code uses', async () => {
  const without = await db.query(
    `SELECT c.oid::regclass::text AS "table" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'ledger') AND c.relkind = 'r' AND c.relname NOT IN ('migrations', 'functions')
        AND NOT has_table_privilege($1, c.oid, 'SELECT')`,
    [apiRole],
  );
  expect(without).toEqual([]);
});

it('is enough to run the whole API [asvs V13.2]', async () => {
  const api = await startApi({ db: { ...db, url: apiUrl } });
  const given = givenIn(db);
  const [ruth, finn] = [await given.student(), await given.student()];
  const headers = { 'idempotency-key': newId() };

  const responses = [];
  const created = await api.as(ruth).requests.create({ body: lunch(), headers });
  const requestId = (created.body as { request: { _id: string } }).request._id;
  const accepted = await api.as(finn).matches.accept({ body: { requestId } });
  const { _id: id } = (accepted.body as { match: { _id: string } }).match;
  responses.push(created, accepted);
  responses.push(await api.as(finn).matches.complete({ params: { id } }));
  responses.push(await api.as(ruth).ratings.rate({ params: { id }, body: { followedThrough: false } }));
  responses.push(await api.as(finn).credits.history({ query: {} }));
  responses.push(await api.client().auth.login({ body: { email: ruth.email, password: PASSWORD } }));
  responses.push(await api.as(ruth).account.deactivate({ body: { password: PASSWORD } }));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 200]);
  await undoTimePasses(db.pool);
  await api.inbox.waitForMail(finn.email, 'match');

  expect((await api.logs()).filter((line) => JSON.stringify(line).includes('permission denied'))).toEqual([]);
  await api.stop();
});

it('waits with 503 while PostgreSQL gives it no connections, and serves with the first one', async () => {
  const api = await startApi({ db: { ...db, url: apiUrl } });
  const student = api.client(await api.tokenOf(await givenIn(db).student()));
  const browse = () => student.requests.browse({ query: {} });
  await db.query(`ALTER ROLE ${apiRole} CONNECTION LIMIT 0`);
  // also those that were being opened before the limit
  await until('the last connection to end', async () => {
    await db.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1', [apiRole]);
    const ready = await api.fetch('/api/health/ready');
    return (await ready.text()).includes('53300') && (await browse()).status === 503;
  });
  expect(await browse()).toMatchObject({ status: 503, body: { code: 'BUSY', retryAfterSeconds: 1 } });
  expect((await api.fetch('/api/metrics')).status).toBe(200);
  await db.query(`ALTER ROLE ${apiRole} CONNECTION LIMIT -1`);
  expect(await browse()).toMatchObject({ status: 200 });
  await api.stop();
});
