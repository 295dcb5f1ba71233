import type { Stripe } from 'stripe';
import { auditLedger } from '../ledger/audit/invariants.js';
import { openShop, type Shop } from '../../test/support/shop.js';

const shop = await openShop();
afterEach(async () => {
  shop.stripe.faults.clear();
  expect(await auditLedger(shop.db.pool)).toEqual([]);
});
afterAll(() => shop.close());

describe('the webhook', () => {
  const anyEvent = async () => shop.eventsOf((await shop.paid()).intent, 'payment_intent.succeeded')[0]!;
  /** What no test may store. */
  let refused: Stripe.Event;
  beforeAll(async () => {
    refused = await anyEvent();
  });
  const stored = async ({ id }: Stripe.Event) =>
    (await shop.db.query(`SELECT FROM pgboss.job WHERE name = 'stripe-events' AND data->>'eventId' = $1`, [id])).length;

  it('accepts an event signed with one of the current secrets', async () => {
    const event = await anyEvent();
    const response = await shop.post(event, { secrets: ['whsec_old'] });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ received: true });
    await shop.settled();
  });

  it('accepts a header with several signatures of which one is right', async () => {
    const event = await anyEvent();
    expect((await shop.post(event, { secrets: ['whsec_rolled', 'whsec_fake', 'whsec_other'] })).status).toBe(200);
    await shop.settled();
  });

  it.each<[string, (event: Stripe.Event) => Parameters<Shop['post']>[1]]>([
    ['signed by a stranger', () => ({ secrets: ['whsec_stranger'] })],
    ['signed with the empty secret', () => ({ secrets: [' '] })],
    ['signed 301 seconds ago', () => ({ ageSeconds: 301 })],
    ['without a signature', () => ({ header: 'nothing' })],
    ['parsed and written again', (event) => ({ body: JSON.stringify(event, null, 1) })],
    ['changed by a single character', (event) => ({ body: JSON.stringify(event).replace('5499', '5498') })],
    ['empty', () => ({ body: ' ' })],
  ])('refuses a body that is %s, and stores nothing', async (_, how) => {
    const response = await shop.post(refused, how(refused));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: 'BAD_SIGNATURE' });
    expect(await stored(refused)).toBe(0);
  });

  it.each([
    ['empty', ''],
    ['all empty fields', 't=,v1='],
    ['a signature without a time', 'v1='],
    ['a field without a value', 't,v1'],
    ['a time and an empty signature', `t=${Math.floor(Date.now() / 1000)},v1=`],
    ['a time and many empty signatures', `t=${Math.floor(Date.now() / 1000)}${',v1='.repeat(99)}`],
    ['a signature of half the length', `t=${Math.floor(Date.now() / 1000)},v1=${'a'.repeat(32)}`],
    ['a signature that is no hexadecimal', `t=${Math.floor(Date.now() / 1000)},v1=${'ü'.repeat(64)}`],
    ['only an older scheme', `t=${Math.floor(Date.now() / 1000)},v0=${'a'.repeat(64)}`],
    ['the same empty signature twice', 't=1,v1=, t=1,v1='],
    ['a time that is no number', `t=soon,v1=${'a'.repeat(64)}`],
    ['commas', ',,,,'],
    ['very long', `t=1,v1=${'a'.repeat(8000)}`],
  ])('refuses a signature header that is %s, and logs nothing as signed', async (_, header) => {
    const before = (await shop.api.logs()).length;
    const response = await shop.post(refused, { header });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: 'BAD_SIGNATURE' });
    const lines = (await shop.api.logs()).slice(before);
    expect(lines.filter(({ level, msg }) => Number(level) > 30 || /signed/i.test(String(msg)))).toEqual([]);
    expect(await stored(refused)).toBe(0);
  });

  it('refuses an event with no signature header at all', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const response = await shop.api.fetch('/api/payments/webhook', { ...init, body: JSON.stringify(refused) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: 'BAD_SIGNATURE' });
  });

  it.each([
    ['a NUL in the text of a field that is not kept', { description: 'a\0b' }, 'settled'],
    ['a NUL in a key beside the mark of the order', { nested: { ['a\0']: ['\0'] } }, 'settled'],
    ['an object in the place of the mark of the order', { metadata: { order_id: { a: 'b' } } }, 'refused'],
    ['an object in the place of the amount', { amount: { a: 'b' } }, 'refused'],
    ['a list in the place of the currency', { currency: [['usd']] }, 'refused'],
  ])('accepts a signed event with %s, and processes it', async (_, change, outcome) => {
    const { intent } = await shop.paid();
    const event = structuredClone(shop.eventsOf(intent, 'payment_intent.succeeded')[0]!);
    Object.assign(event.data.object, change);
    expect((await shop.post(event)).status).toBe(200);
    await shop.settled();
    const refusals = (await shop.alerts('payment-refused')).filter((alert) => alert.intent === intent);
    const { state } = await shop.order(intent);
    expect({ state, refusals: refusals.length }).toEqual(
      outcome === 'settled' ? { state: 'paid', refusals: 0 } : { state: 'open', refusals: 1 },
    );
  });

  it('accepts a signature of 299 seconds ago', async () => {
    expect((await shop.post(await anyEvent(), { ageSeconds: 299 })).status).toBe(200);
    await shop.settled();
  });

  it('accepts bodies up to 256 KiB and no larger ones', async () => {
    const event = await anyEvent();
    const padded = (size: number): Stripe.Event =>
      Object.assign(structuredClone(event), { id: `${event.id}_${size}`, padding: 'x'.repeat(size) });
    expect((await shop.post(padded(250 * 1024))).status).toBe(200);
    expect((await shop.post(padded(257 * 1024))).status).toBe(413);
    await shop.settled();
  });

  it('responds at once while the worker is busy and Stripe’s API is slow', async () => {
    const { intent } = await shop.bought();
    [500, 1000, 1500].forEach((cents) => shop.stripe.refund(intent, cents));
    const slowMs = 2000;
    shop.stripe.faults.add({ on: 'GET', kind: 'delay', milliseconds: slowMs, times: 1 });
    for (const event of shop.eventsOf(intent)) {
      const start = performance.now();
      expect((await shop.post(event)).status).toBe(200);
      expect(performance.now() - start).toBeLessThan(slowMs); // so it did not wait for Stripe
    }
    await shop.settled();
  });

  it.each<[string, (event: Stripe.Event) => string]>([
    ['nothing', () => 'null'],
    ['half a body', () => '{'],
    ['without its object', () => '{"id":"evt_1","type":"charge.refunded"}'],
    ['without an id', (event) => JSON.stringify({ ...event, id: undefined })],
    ['with an id that is no text', (event) => JSON.stringify({ ...event, id: { evt: 1 } })],
    ['with a NUL in its id', (event) => JSON.stringify({ ...event, id: 'evt_\u0000' })],
    ['with a NUL in the id of its payment', (event) => JSON.stringify(event).replace('"pi_', '"pi_\\u0000')],
    [
      'with a NUL in the mark of the order',
      (event) => JSON.stringify(event).replace('"order_id":"', '"order_id":"\\u0000'),
    ],
    [
      'with half a character in the mark of the order',
      (event) => JSON.stringify(event).replace('"order_id":"', '"order_id":"\\ud800'),
    ],
    ['with half a character in the id of its payment', (event) => JSON.stringify(event).replace('"pi_', '"pi_\\ud800')],
  ])('refuses a signed body that is no event: %s, with a plain line in the log', async (_, of) => {
    const before = (await shop.api.logs()).length;
    const response = await shop.post(refused, { signed: of(refused) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    const lines = (await shop.api.logs()).slice(before);
    expect(lines.filter(({ level, err }) => Number(level) > 40 || err !== undefined)).toEqual([]);
    expect(lines.filter(({ msg }) => String(msg).includes('cannot be read'))).toMatchObject([{ level: 40 }]);
    expect(await stored(refused)).toBe(0);
  });

  it('accepts events that do not concern payments, and stores nothing of them', async () => {
    const event = { ...refused, type: 'customer.created' } as Stripe.Event;
    expect((await shop.post(event)).status).toBe(200);
    expect(await stored(event)).toBe(0);
  });

  it('stores no name, address or card of an event', async () => {
    const { intent } = await shop.bought();
    const rows = await shop.db.query<{ payment: object }>(
      `SELECT data->'payment' AS payment FROM pgboss.job
        WHERE name = 'stripe-events' AND data->'payment'->>'intentId' = $1`,
      [intent],
    );
    const kept = new Set(rows.flatMap(({ payment }) => Object.keys(payment)));
    expect([...kept].sort()).toEqual([
      'amountCents',
      'currency',
      'intentId',
      'livemode',
      'orderId',
      'receivedCents',
      'state',
    ]);
  });
});
