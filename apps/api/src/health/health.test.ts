import { atOnce } from '../../test/support/answers.js';
import { givenIn } from '../../test/support/given.js';
import { openProxy } from '../../test/support/postgres-proxy.js';
import { startApi, type Api } from '../../test/support/start-api.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
}, 120_000);
afterAll(() => api.stop());

it('is alive and ready', async () => {
  expect(await (await api.fetch('/api/health/live')).json()).toEqual({ status: 'ok' });
  const ready = await api.fetch('/api/health/ready');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: 'ok', info: { database: { status: 'up' } } });
});

it('counts requests by route, waiting mails and dead letters', async () => {
  await api.fetch('/api/auth/verify-email/some-secret-token');
  const metrics = await (await api.fetch('/api/metrics')).text();
  expect(metrics).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/auth\/verify-email\/:token",status="400"\} 1/,
  );
  expect(metrics).toContain('\nmail_dead_letter_size 0\n');
  expect(metrics).toContain('\nmail_queue_size 0\n');
  expect(metrics).not.toContain('some-secret-token');
});

it('reports the process also when PostgreSQL is down', async () => {
  const proxy = await openProxy(api.db.url);
  const apart = await startApi({ settings: { DATABASE_URL: proxy.url }, db: api.db, inbox: api.inbox });
  await proxy.close();
  const metrics = await apart.fetch('/api/metrics');
  expect(metrics.status).toBe(200);
  const text = await metrics.text();
  expect(text).toContain('\nprocess_cpu_seconds_total ');
  expect(text).not.toContain('\nmail_queue_size '); // nobody knows
  await apart.stop();
});

it('serves its metrics to its own network only [asvs V13.4]', async () => {
  const behindProxy = await startApi({ settings: { TRUST_PROXY: '1' }, db: api.db, inbox: api.inbox });
  const statusFor = async (address: string) =>
    (await behindProxy.fetch('/api/metrics', { headers: { 'x-forwarded-for': address } })).status;
  for (const address of ['127.0.0.1', '10.1.2.3', '172.31.0.9', '192.168.7.7', '::1', 'fd00::1', '::ffff:10.0.0.1'])
    expect({ address, status: await statusFor(address) }).toEqual({ address, status: 200 });
  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '2001:db8::1',
    '169.254.1.1',
    '::ffff:8.8.8.8',
    '127.1',
    'unknown',
    '10.1.2.3, 8.8.8.8',
  ])
    expect({ address, status: await statusFor(address) }).toEqual({ address, status: 404 });
  await behindProxy.stop();
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
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.fetch('/api/health/ready')));
  expect(answers.every(({ status }) => [200, 503].includes(status))).toBe(true);
  expect((await api.fetch('/api/health/ready')).status).toBe(200);
});

it('survives that with more callers than connections', async () => {
  const headers = { authorization: `Bearer ${await api.tokenOf(await givenIn(api.db).student())}` };
  const calls = [
    ['GET', 'requests'],
    ['GET', 'requests/my'],
    ['PUT', 'matches/01890000-0000-7000-8000-000000000000/complete'],
  ];
  for (let round = 0; round < 40; round++) {
    const answers = atOnce(60, (n) => {
      const [method, path] = calls[n % calls.length]!;
      return api.fetch(`/api/${path}`, { method: method!, headers });
    });
    await endConnections();
    for (const { status } of await answers) expect([200, 404, 503]).toContain(status);
  }
  expect((await api.fetch('/api/health/ready')).status).toBe(200);
}, 120_000);
