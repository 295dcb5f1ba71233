import { createServer } from 'node:net';
import { once } from 'node:events';
import { findFreePort } from '@spareswipe/local-services';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { inFull } from '../../../test/support/levels.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';
import { urlsIn } from '../config/urls.js';

it.each([
  ['one server', 'postgres://a:b@one/db', ['postgres://a:b@one/db']],
  [
    'two servers',
    'postgres://a:b@one:1,two/db?x=y,z',
    ['postgres://a:b@one:1/db?x=y,z', 'postgres://a:b@two/db?x=y,z'],
  ],
  ['no password', 'postgresql://one,two', ['postgresql://one', 'postgresql://two']],
  ['IPv6', 'postgres://a@[::1]:1,[::2]/db', ['postgres://a@[::1]:1/db', 'postgres://a@[::2]/db']],
])('reads a URL with %s', (_what, url, servers) => {
  expect(urlsIn(url)).toEqual(servers);
});

inFull(() => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  /** One URL for servers at these ports of this machine. */
  const urlOf = (...ports: (number | string)[]) => {
    const { host, hostname } = new URL(db.url);
    return db.url.replace(host, ports.map((port) => `${hostname}:${port}`).join(','));
  };
  const portOf = (url: string) => new URL(url).port;

  it('starts and serves even if the first of two servers is down', async () => {
    const api = await startApi({ db, settings: { DATABASE_URL: urlOf(await findFreePort(), portOf(db.url)) } });
    expect((await api.as(await givenIn(db).student()).users.me()).status).toBe(200);
    await api.stop();
  });

  it('serves again by itself when the server goes away and another takes over', async () => {
    const [first, second] = [await openProxy(db.url), await openProxy(db.url)];
    const api = await startApi({ db, settings: { DATABASE_URL: urlOf(portOf(first.url), portOf(second.url)) } });
    const student = await givenIn(db).student();
    const serves = async () => (await api.as(student).users.me()).status === 200;
    expect(await serves()).toBe(true);
    await first.close();
    const lostAt = Date.now();
    await until('the API to serve', serves);
    expect((await api.client().auth.forgotPassword({ body: { email: student.email } })).status).toBe(200);
    await api.inbox.waitForMail(student.email, 'password');
    expect(Date.now() - lostAt).toBeLessThan(10_000);
    await api.stop();
    await second.close();
  });

  it('moves on from a server that accepts connections and says nothing', async () => {
    const dead = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(dead, 'listening');
    const { port } = dead.address() as { port: number };
    const api = await startApi({ db, settings: { DATABASE_URL: urlOf(port, portOf(db.url)) } });
    expect((await api.fetch('/api/health/ready')).status).toBe(200);
    await api.stop();
    dead.close();
  });

  it('asks to try again while every server refuses writes, and serves as soon as one is promoted', async () => {
    const own = await createTestDatabase();
    const { host } = new URL(own.url);
    const api = await startApi({ db: own, settings: { DATABASE_URL: own.url.replace(host, `${host},${host}`) } });
    const student = await givenIn(own).student();
    expect((await api.as(student).users.me()).status).toBe(200);
    const [{ name } = {}] = await own.query<{ name: string }>('SELECT current_database() AS name');
    const endConnections = () =>
      own.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'spareswipe%' AND datname = '${name}'`,
      );
    await own.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await endConnections();
    await until('a refusal', async () => (await api.as(student).users.me()).status === 503);
    await own.query('SET default_transaction_read_only = off');
    await own.query(`BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`);
    await until('the API to serve', async () => (await api.as(student).users.me()).status === 200);
    await api.stop();
    await own.close();
  });
});
