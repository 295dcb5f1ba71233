import { ROUNDS } from '../../../test/support/levels.js';
import { atOnce } from '../../../test/support/responses.js';
import { createTestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const api = await startApi({ settings: { TRUST_PROXY: 'false' } });
afterAll(() => api.stop());

const metricsOf = async (from: Api) => (await from.fetch('/api/metrics')).text();
const valueIn = (metrics: string, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
const readyOf = async (from: Api) => {
  const response = await from.fetch('/api/health/ready');
  return { status: response.status, body: (await response.json()) as object };
};
/** Returns the response that says so: a next one may come too late, and say that instead. */
async function untilItSays(words: string, from: Api) {
  let ready: Awaited<ReturnType<typeof readyOf>> | undefined;
  await until(`"${words}"`, async () => JSON.stringify((ready = await readyOf(from))).includes(words));
  return ready;
}
const down = (message: string) => ({ status: 503, body: { status: 'error', message } });

it('shows calls in flight, and those that wait for a connection, and stays ready meanwhile', async () => {
  const small = await startApi({ settings: { DATABASE_POOL_SIZE: '2' }, db: api.db, inbox: api.inbox });
  await small.rest();
  const student = await givenIn(api.db).student();
  await small.tokenOf(student);
  const lock = await api.db.pool.connect();
  await lock.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const calls = atOnce(5, () => small.as(student).users.me());
  let metrics = '';
  await until('the calls to wait', async () => valueIn((metrics = await metricsOf(small)), 'database_waiting') >= 3);
  expect(valueIn(metrics, 'http_requests_in_flight')).toBe(5);
  expect(valueIn(metrics, 'database_connections\\{state="used"\\}')).toBe(2);
  expect((await readyOf(small)).status).toBe(200);
  await lock.query('COMMIT');
  lock.release();
  // a call that has waited too long is refused
  for (const { status } of await calls) expect([200, 503]).toContain(status);
  expect(valueIn(await metricsOf(small), 'http_requests_in_flight')).toBe(0);
  await small.stop();
});

it('says that PostgreSQL is away, without its address, and still reports the process', async () => {
  const proxy = await openProxy(api.db.url);
  const apart = await startApi({ settings: { DATABASE_URL: proxy.url }, db: api.db, inbox: api.inbox });
  await proxy.close();
  // no longer names the lost connections
  expect(await untilItSays('ECONNREFUSED', apart)).toEqual(down('PostgreSQL is unreachable: ECONNREFUSED'));
  const metrics = await apart.fetch('/api/metrics');
  expect(metrics.status).toBe(200);
  const text = await metrics.text();
  expect(text).toContain('\nprocess_cpu_seconds_total ');
  expect(text).not.toContain('\nmail_queue_size '); // nobody knows
  await apart.stop();
});

it('says that PostgreSQL takes no writes', async () => {
  const { pathname } = new URL(api.db.url);
  const readOnly = (value: string) =>
    api.db.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${value}`);
  await readOnly('on');
  await endConnections();
  expect(await untilItSays('standby', api)).toEqual(down('PostgreSQL takes no writes: it is a standby'));
  await api.db.query('SET default_transaction_read_only = off');
  await api.db.pool.query(
    `BEGIN READ WRITE; ALTER DATABASE ${pathname.slice(1)} RESET default_transaction_read_only; COMMIT`,
  );
  await endConnections();
  await until('a new connection', async () => (await readyOf(api)).status === 200);
});

const early: [what: string, sql: string][] = [
  ['no function that this version has', `DELETE FROM functions WHERE name = 'note_campus'`],
  ['a migration too few', 'DELETE FROM migrations'],
  ['no tables', 'ALTER TABLE migrations RENAME TO elsewhere'],
];

it.each(early)('takes no calls at a database with %s, and says so', async (_, sql) => {
  const db = await createTestDatabase();
  await db.query(sql);
  const lacking = await startApi({ db, inbox: api.inbox });
  expect(await readyOf(lacking)).toEqual(down('The database lacks migrations of this version'));
  await lacking.stop();
});

it('goes on serving while an update migrates the database', async () => {
  const db = await createTestDatabase();
  const running = await startApi({ db, inbox: api.inbox });
  expect((await readyOf(running)).status).toBe(200);
  await db.query(`UPDATE functions SET hash = 'of the next version'`);
  expect((await readyOf(running)).status).toBe(200);
  await running.stop();
});

it('ignores the address that a client claims, unless a trusted proxy passes it on [asvs V4.1b]', async () => {
  const claimed = await api.fetch('/api/metrics', { headers: { 'x-forwarded-for': '8.8.8.8' } });
  expect(claimed.status).toBe(200); // it is still this machine's
});

/** As a restart, a failover or an administrator does. */
const endConnections = () =>
  api.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'spareswipe%'`,
  );

it('survives the loss of every connection to PostgreSQL [asvs V16.5c]', async () => {
  await api.fetch('/api/health/ready');
  await endConnections();
  const responses = await Promise.all(Array.from({ length: 20 }, () => api.fetch('/api/health/ready')));
  expect(responses.every(({ status }) => [200, 503].includes(status))).toBe(true);
  await untilItSays('"status":"ok"', api);
});

it('survives that with more callers than connections', async () => {
  const headers = { authorization: `Bearer ${await api.tokenOf(await givenIn(api.db).student())}` };
  const calls = [
    ['GET', 'requests'],
    ['GET', 'requests/my'],
    ['PUT', 'matches/01890000-0000-7000-8000-000000000000/complete'],
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const responses = atOnce(60, (n) => {
      const [method, path] = calls[n % calls.length]!;
      return api.fetch(`/api/${path}`, { method: method!, headers });
    });
    await endConnections();
    for (const { status } of await responses) expect([200, 404, 503]).toContain(status);
  }
  await untilItSays('"status":"ok"', api);
});
