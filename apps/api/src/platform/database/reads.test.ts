import { once } from 'node:events';
import { createServer } from 'node:net';
import { findFreePort } from '@spareswipe/local-services';
import { ok } from '../../../test/support/responses.js';
import { createTestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { inFull } from '../../../test/support/levels.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const CALLS = 10;

/** The replica here is a database with one request, and the primary has none, so a list shows which served it. The drill uses a real replica. */
const replica = await createTestDatabase();
beforeAll(async () => {
  await givenIn(replica).request();
  await replica.query(`
    CREATE SCHEMA replaying;
    CREATE TABLE replaying.state AS SELECT 'FFFFFFFF/0'::pg_lsn AS replayed, true AS is_standby;
    CREATE SEQUENCE replaying.asked MINVALUE -9 START 0;
    CREATE FUNCTION replaying.pg_last_wal_replay_lsn() RETURNS pg_lsn AS
      'SELECT CASE WHEN nextval(''replaying.asked'') < 0 THEN ''0/1'' ELSE replayed END FROM replaying.state' LANGUAGE sql;
    CREATE FUNCTION replaying.pg_is_in_recovery() RETURNS bool AS 'SELECT is_standby FROM replaying.state' LANGUAGE sql;`);
});
afterAll(() => replica.close());
const replays = (replayed: string, { isStandby = true } = {}) =>
  replica.query('UPDATE replaying.state SET replayed = $1, is_standby = $2', [replayed, isStandby]);
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
const metrics = async () => (await api.fetch('/api/metrics')).text();
const outcomes = async () => {
  const text = await metrics();
  return Object.fromEntries(
    [...text.matchAll(/^replica_reads_total\{outcome="(\w+)"\} (\d+)/gm)].map(([, of, n]) => [of, Number(n)]),
  );
};
/** The API gives up on a connection after a second and tries again after five, so a slow machine may need several reads. */
const aReadOfTheReplica = () => until('a read of the replica', async () => (await found()) === 1);
/** Reads until the replica was not used for this reason. None of the reads shows what the replica has. */
const primaryBecause = (outcome: string) =>
  until(`a read of the primary because of "${outcome}"`, async () => {
    expect(await found()).toBe(0);
    return outcome in (await outcomes());
  });
const warnings = async () =>
  (await api.logs()).filter(({ context }) => context === 'Replica').map(({ msg }) => msg as string);

it('reads lists from a replica that has replayed everything', async () => {
  await start(asReplica(replica.url));
  await aReadOfTheReplica();
  expect(await outcomes()).toMatchObject({ replica: 1 });
});

inFull(() => {
  it('reads the primary while the replica lacks what was written before the call', async () => {
    await start(asReplica(replica.url));
    await replays('0/1');
    await primaryBecause('behind');
    expect(await outcomes()).not.toHaveProperty('replica');
  });

  it('reads the primary if READ_DATABASE_URL names a server that is not a replica, and says so', async () => {
    await start(replica.url);
    await primaryBecause('no_replica');
    expect(await warnings()).toContain('READ_DATABASE_URL names no replica');
  });

  it('reads the primary if the replica was promoted, since its own writes follow on what it had replayed', async () => {
    await start(asReplica(replica.url));
    await replays('FFFFFFFF/0', { isStandby: false });
    await primaryBecause('no_replica');
  });

  it('measures how far a replica is behind, and nothing without a replica', async () => {
    const behind = async () => /^replica_behind_bytes (\d+)$/m.exec(await metrics())?.[1];
    await start(asReplica(replica.url));
    await until('a replica that has everything', async () => (await behind()) === '0');
    await replays('0/1');
    await until('a replica that is behind', async () => Number(await behind()) > 0);
    await replays('0/1', { isStandby: false });
    await until('no replica', async () => (await behind()) === undefined);
  });

  it('waits a moment for a replica that is about to catch up', async () => {
    await start(asReplica(replica.url));
    await aReadOfTheReplica(); // connected
    await replica.query(`SELECT setval('replaying.asked', -2)`); // behind once more, then caught up
    await aReadOfTheReplica();
    expect(await outcomes()).not.toHaveProperty('behind');
  });

  it('shows a student the refund that the same call made', async () => {
    await start(asReplica(replica.url));
    await api.rest(); // the call refunds, not a sweep before it
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
    await aReadOfTheReplica();
  });

  it('fails no call while the replica is away, silent, or gone in the middle of a read', async () => {
    await start(`postgres://replica@127.0.0.1:${await findFreePort()}/x`);
    expect(await found()).toBe(0);
    await api.stop();

    let connections = 0;
    const silent = createServer(() => connections++).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    await start(`postgres://replica@127.0.0.1:${port}/x`);
    const student = await given().student();
    for (let call = 1; call <= CALLS; call++) ok(await api.as(student).requests.browse({ query: {} }));
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThan(CALLS); // few of them wait for it
    await api.stop();
    silent.close();

    const proxy = await openProxy(replica.url);
    await start(asReplica(proxy.url));
    await aReadOfTheReplica();
    proxy.vanish();
    await primaryBecause('failed');
    await proxy.close();
  });
});
