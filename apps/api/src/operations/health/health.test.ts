import type { DataSource } from 'typeorm';
import { createTestDatabase } from '../../../test/support/database.js';
import { atOnce } from '../../../test/support/responses.js';
import { exchangesIn, NO } from '../../../test/support/exchanges.js';
import { startCampus } from '../../../test/support/campus.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';
import { Clock } from '../../platform/common/clock.js';
import { HealthQueries } from './health.queries.js';

const { api } = await startCampus();

it('is alive and ready', async () => {
  expect(await (await api.fetch('/api/health/live')).json()).toEqual({ status: 'ok' });
  const ready = await api.fetch('/api/health/ready');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ok' });
});

it('takes no calls at a database whose functions are of another version, and says so', async () => {
  const db = await createTestDatabase();
  await db.query(`UPDATE functions SET hash = '' WHERE name = 'note_campus'`);
  const lacking = await startApi({ db, inbox: api.inbox });
  const ready = await lacking.fetch('/api/health/ready');
  expect(ready.status).toBe(503);
  const message = 'The database lacks migrations of this version';
  expect(await ready.json()).toEqual({ status: 'error', message });
  await lacking.stop();
});

it('counts requests by route, waiting mails and dead letters', async () => {
  const name = String.raw`http_request_duration_seconds_count\{method="GET",route="/api/auth/verify-email/:token",status="400"\}`;
  const before = (await metric(name)) || 0;
  await api.fetch('/api/auth/verify-email/some-secret-token');
  const metrics = await (await api.fetch('/api/metrics')).text();
  expect(valueIn(metrics, name)).toBe(before + 1);
  expect(metrics).toContain('\nmail_dead_letter_size 0\n');
  expect(metrics).toContain('\nmail_queue_size 0\n');
  expect(metrics).not.toContain('some-secret-token');
});

it('shows how far the clock of PostgreSQL is ahead of the host', async () => {
  expect(Math.abs(await metric('clock_offset_seconds'))).toBeLessThan(5);
  const rows = () => Promise.resolve([{ now: new Date(Date.now() + 600_000) }]);
  const queries = new HealthQueries({ query: rows } as unknown as DataSource, new Clock());
  expect(Math.abs((await queries.clockOffset()) - 600)).toBeLessThan(5);
});

const valueIn = (metrics: string, name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
const metric = async (name: string) => valueIn(await (await api.fetch('/api/metrics')).text(), name);

it('shows overdue refunds, strikes and open disputes', async () => {
  const { exchange, disputed, rate, given } = exchangesIn(api);
  const { ruth, id } = await exchange();
  expect((await rate(ruth, id, NO)).status).toBe(200);
  await disputed();
  await api.rest();
  await given.request({ deadline: new Date(Date.now() - 60_000) });
  expect(await metric('strikes_last_day')).toBe(1);
  expect(await metric('disputes_open')).toBe(1);
  expect(await metric('dispute_oldest_seconds')).toBeGreaterThan(0);
  expect(await metric('stripe_events_waiting')).toBe(0);
  const overdue = await metric('overdue_request_seconds');
  expect(overdue).toBeGreaterThanOrEqual(60);
  expect(overdue).toBeLessThan(90);
});

it('shows log-ins that wait to be hashed', async () => {
  await api.hashing('held');
  const logins = atOnce(12, (n) =>
    api.client().auth.login({ body: { email: `nobody${n}@state.edu`, password: 'Wrong1' } }),
  );
  await until('all to wait', async () => (await metric('password_hashes_waiting')) === 12);
  await api.hashing('free');
  await logins;
  expect(await metric('password_hashes_waiting')).toBe(0);
});

it('serves its metrics to its own network only [asvs V13.4]', async () => {
  const statusFor = async (address: string) =>
    (await api.fetch('/api/metrics', { headers: { 'x-forwarded-for': address } })).status;
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
});
