import { once } from 'node:events';
import { createServer } from 'node:net';
import { findFreePort } from '@spareswipe/local-services';
import { ok } from '../../test/support/answers.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { givenIn } from '../../test/support/given.js';
import { openProxy } from '../../test/support/postgres-proxy.js';
import { startApi, type Api } from '../../test/support/start-api.js';
import { until } from '../../test/support/until.js';

/** The replica here is a database with one request, and the primary has none, so a list shows which served it. The drill uses a real replica. */
let replica: TestDatabase;
beforeAll(async () => {
  replica = await createTestDatabase();
  await givenIn(replica).request();
  await replica.query(`
    CREATE SCHEMA replaying;
    CREATE TABLE replaying.state AS SELECT 'FFFFFFFF/0'::pg_lsn AS replayed, interval '0' AS ahead;
    CREATE SEQUENCE replaying.asked MINVALUE -9;
    CREATE FUNCTION replaying.pg_last_wal_replay_lsn() RETURNS pg_lsn AS
      'SELECT CASE WHEN nextval(''replaying.asked'') < 0 THEN ''0/1'' ELSE replayed END FROM replaying.state' LANGUAGE sql;
    CREATE FUNCTION replaying.clock_timestamp() RETURNS timestamptz AS 'SELECT now() + ahead FROM replaying.state' LANGUAGE sql;`);
}, 120_000);
afterAll(() => replica.close());
const replays = (replayed: string, ahead = '0') =>
  replica.query('UPDATE replaying.state SET replayed = $1, ahead = $2', [replayed, ahead]);
const asReplica = (url: string) => `${url}?options=-csearch_path%3Dreplaying,pg_catalog,public`;

let api: Api;
const start = async (replicaUrl: string, settings = {}) => {
  api = await startApi({ settings: { READ_DATABASE_URL: replicaUrl, ...settings } });
};
afterEach(async () => {
  await api.stop();
  await replays('FFFFFFFF/0');
});

const given = () => givenIn(api.db);
const found = async () => ok(await api.as(await given().student()).requests.browse({ query: {} })).pagination.total;
const outcomes = async () => {
  const text = await (await api.fetch('/api/metrics')).text();
  return Object.fromEntries(
    [...text.matchAll(/^replica_reads_total\{outcome="(\w+)"\} (\d+)/gm)].map(([, of, n]) => [of, Number(n)]),
  );
};

it('reads lists from a replica that has replayed everything', async () => {
  await start(asReplica(replica.url));
  expect(await found()).toBe(1);
  expect(await outcomes()).toEqual({ replica: 1 });
});

it('reads the primary while the replica lacks what was written before the call', async () => {
  await start(asReplica(replica.url));
  await replays('0/1');
  expect(await found()).toBe(0);
  expect(await outcomes()).toEqual({ behind: 1 });
});

it('reads the primary if READ_DATABASE_URL names a server that is not a replica', async () => {
  await start(replica.url);
  expect(await found()).toBe(0);
});

it('waits a moment for a replica that is about to catch up', async () => {
  await start(asReplica(replica.url));
  expect(await found()).toBe(1); // connected
  await replica.query(`SELECT setval('replaying.asked', -2)`); // behind once more, then caught up
  expect(await found()).toBe(1);
  expect(await outcomes()).toEqual({ replica: 2 });
});

it('reads the primary while the clock of the replica is wrong, since lists depend on deadlines', async () => {
  await start(asReplica(replica.url));
  await replays('FFFFFFFF/0', '-10 seconds');
  expect(await found()).toBe(0);
});

it('shows a student the refund that the same call made', async () => {
  await start(asReplica(replica.url));
  const student = await given().student({ credits: 1 });
  await given().request({ by: student, deadline: new Date(Date.now() - 60_000) });
  const { requests } = ok(await api.as(student).requests.mine({ query: {} }));
  expect(requests).toMatchObject([{ status: 'expired' }]);
});

it('reads the primary while the replica is busy, and the replica again as soon as it is free', async () => {
  await start(asReplica(replica.url), { DATABASE_POOL_SIZE: '1' });
  const student = await given().student();
  const browse = () => api.as(student).requests.browse({ query: {} });
  let reads: ReturnType<typeof browse>[] = [];
  let served = 0;
  await replica.inTransaction(async (client) => {
    await client.query('LOCK TABLE replaying.state'); // the replica's reads wait for it
    reads = Array.from({ length: 8 }, () => browse().finally(() => served++));
    await until('a read of the primary', () => served > 0);
  });
  for (const read of await Promise.all(reads)) ok(read);
  expect((await outcomes())['busy']).toBeGreaterThan(0);
  await until('a read of the replica', async () => (await found()) === 1);
}, 60_000);

it('fails no call while the replica is away, silent, or gone in the middle of a read', async () => {
  await start(`postgres://replica@127.0.0.1:${await findFreePort()}/x`);
  expect(await found()).toBe(0);
  await api.stop();

  let connections = 0;
  const silent = createServer(() => connections++).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  await start(`postgres://replica@127.0.0.1:${port}/x`);
  expect(await found()).toBe(0);
  expect(await found()).toBe(0);
  expect(connections).toBe(1);
  await api.stop();
  silent.close();

  const proxy = await openProxy(replica.url);
  await start(asReplica(proxy.url));
  expect(await found()).toBe(1);
  proxy.vanish();
  expect(await found()).toBe(0);
  expect(await outcomes()).toEqual({ replica: 1, failed: 1 });
  await proxy.close();
});
