import { Stripe } from 'stripe';
import type { DataSource } from 'typeorm';
import { Clock } from '../common/clock.js';
import { ClockOffset } from './clock-offset.js';
import { givenIn } from '../../../test/support/given.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_clock',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_clock',
  STRIPE_WEBHOOK_SECRET: 'whsec_clock',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};
let right: Api;
/** On a host whose clock is ten minutes ahead. */
let wrong: Api;
beforeAll(async () => {
  right = await startApi();
  const settings = { ...STRIPE, HOST_CLOCK_AHEAD_MS: '600000' };
  wrong = await startApi({ settings, db: right.db, inbox: right.inbox });
}, 120_000);
beforeEach(() => right.forgetLimits());
afterAll(async () => {
  await wrong.stop();
  await right.stop();
});

it('a host whose clock is wrong neither lengthens a wait nor cuts it short', async () => {
  const { email } = await givenIn(right.db).student();
  for (const [first, second] of [
    [right, wrong],
    [wrong, right],
  ] as const) {
    await right.forgetLimits();
    expect((await first.client().auth.forgotPassword({ body: { email } })).status).toBe(200);
    const refused = await second.client().auth.forgotPassword({ body: { email } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  }
});

it('a host whose clock is wrong takes the events that Stripe signs now', async () => {
  const payload = JSON.stringify({ id: 'evt_clock', object: 'event', type: 'ping', data: { object: {} } });
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    timestamp,
    secret: STRIPE.STRIPE_WEBHOOK_SECRET,
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const response = await wrong.fetch('/api/payments/webhook', { method: 'POST', body: payload, headers });
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
});

it('operators are alerted to a host whose clock is wrong', async () => {
  const metrics = await (await wrong.fetch('/api/metrics')).text();
  const [, seconds] = /^clock_offset_seconds (.+)$/m.exec(metrics)!;
  expect(Math.abs(Number(seconds) + 600)).toBeLessThan(5);
  const alerts = async (api: Api) => (await api.logs()).filter(({ alert }) => alert === 'clock-wrong');
  await until('the alert', async () => (await alerts(wrong)).length > 0);
  expect(await alerts(right)).toEqual([]);
  expect(await (await wrong.fetch('/api/metrics')).text()).toContain('alerts_logged_total{alert="clock-wrong"} 1');
});

it('a busy server does not look like a wrong clock', async () => {
  const clock = new Clock();
  let host = 1_000_000;
  const realNow = Date.now;
  Date.now = () => host;
  const answeringAfter = (ms: number, aheadMs: number) =>
    new ClockOffset(
      { query: () => Promise.resolve([{ now: new Date((host += ms) + aheadMs) }]) } as unknown as DataSource,
      clock,
    );
  try {
    await answeringAfter(10, 600_000).check();
    const measured = clock.hostOffsetMs;
    await answeringAfter(12_000, 600_000).check();
    expect(clock.hostOffsetMs).toBe(measured);
    expect(measured).toBe(600_005);
  } finally {
    Date.now = realNow;
  }
});
