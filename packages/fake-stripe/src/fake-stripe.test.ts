import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { startFakeStripe, type FakeStripe } from './index.js';

const WHSEC = 'whsec_fake';
let fake: FakeStripe;
let stripe: Stripe;
let now: Date;

const clientOf = ({ url, secretKey }: { url: string; secretKey: string }) => {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};
const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, idempotencyKey?: string) =>
  stripe.paymentIntents.create(
    { amount: 5499, currency: 'usd', metadata: { order_id: 'o1' }, ...more },
    { idempotencyKey },
  );

beforeEach(async () => {
  now = new Date('2026-01-15T12:00:00Z');
  fake = await startFakeStripe({ now: () => now });
  stripe = clientOf(fake);
});
afterEach(() => fake.stop());

describe('payment intents', () => {
  it('are created unpaid, and retrieved as they were created', async () => {
    const intent = await create({ description: '12 meals' });
    expect(intent).toMatchObject({ amount: 5499, currency: 'usd', status: 'requires_payment_method', livemode: false });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      id: intent.id,
      metadata: { order_id: 'o1' },
    });
  });

  it('are paid by a good card, with a charge that carries the metadata', async () => {
    const { id } = await create();
    fake.pay(id);
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5499 });
    expect(paid.latest_charge).toMatchObject({ paid: true, amount_refunded: 0, metadata: { order_id: 'o1' } });
  });

  it("can still be paid after a decline, which carries the bank's message", async () => {
    const { id } = await create();
    expect(() => fake.pay(id, '4000 0000 0000 0002')).toThrow('Your card was declined.');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method' });
    expect(fake.pay(id).status).toBe('succeeded');
  });

  it('wait for 3-D Secure and are paid only if the student passes it', async () => {
    const { id } = await create();
    expect(fake.pay(id, '4000002500003155')).toMatchObject({ status: 'requires_action' });
    expect(fake.authenticate(id, false)).toMatchObject({ status: 'requires_payment_method' });
    fake.pay(id, '4000002500003155');
    expect(fake.authenticate(id, true)).toMatchObject({ status: 'succeeded' });
  });

  it('can be paid with another card after 3-D Secure was abandoned', async () => {
    const { id } = await create();
    fake.pay(id, '4000002500003155');
    expect(fake.pay(id)).toMatchObject({ status: 'succeeded' });
  });

  it('are not paid twice: the refusal carries the paid intent, in case the first response was lost', async () => {
    const { id, client_secret: secret } = await create();
    fake.pay(id);
    const answer = await fetch(`${fake.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fake.publishableKey}` },
      body: new URLSearchParams({ client_secret: secret!, 'payment_method_data[card][number]': '4242424242424242' }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'payment_intent_unexpected_state', payment_intent: { id, status: 'succeeded' } },
    });
  });

  it('can be cancelled until they are paid', async () => {
    const { id } = await create();
    fake.pay(id);
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});

describe('lists', () => {
  it('are paged newest first, within the requested period', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) {
      now = new Date(now.getTime() + 1000);
      ids.push((await create()).id);
    }
    const found: string[] = [];
    const since = Math.floor(now.getTime() / 1000) - 21;
    for await (const intent of stripe.paymentIntents.list({ limit: 10, created: { gte: since } }))
      found.push(intent.id);
    expect(found).toEqual(ids.slice(3).reverse());
  });
});

describe('refunds and disputes', () => {
  it('return no more than was paid', async () => {
    const { id } = await create();
    fake.pay(id);
    fake.refund(id, 5000);
    expect(() => fake.refund(id, 500)).toThrow('greater than unrefunded');
    await stripe.refunds.create({ payment_intent: id });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  it('do not count a failed refund', async () => {
    const { id } = await create();
    fake.pay(id);
    fake.failRefund(fake.refund(id).id);
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(intent.latest_charge).toMatchObject({ amount_refunded: 0, refunded: false });
  });

  it('can be listed by intent', async () => {
    const { id } = await create();
    fake.pay(id);
    fake.decideDispute(fake.dispute(id).id, 'lost');
    const { data } = await stripe.disputes.list({ payment_intent: id });
    expect(data).toMatchObject([{ status: 'lost', amount: 5499 }]);
  });
});

describe('like Stripe, it refuses', () => {
  it('a wrong API key', async () => {
    const stranger = clientOf({ url: fake.url, secretKey: 'sk_test_other' });
    await expect(stranger.paymentIntents.list()).rejects.toMatchObject({ statusCode: 401 });
  });

  it('an Idempotency-Key with other parameters, and repeats the first response for the same ones', async () => {
    const first = await create({}, 'key-1');
    const again = await create({}, 'key-1');
    expect(again.id).toBe(first.id);
    await expect(create({ amount: 100 }, 'key-1')).rejects.toMatchObject({ rawType: 'idempotency_error' });
  });

  it("any API version but the library's", async () => {
    await expect(stripe.paymentIntents.list({}, { apiVersion: '2020-08-27' })).rejects.toThrow(
      'Invalid Stripe API version',
    );
  });
});

describe('faults on demand', () => {
  it('respond 500, or hang up before or after the call runs', async () => {
    fake.faults.add({ on: 'POST /v1/payment_intents', kind: 'error' });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    // The library retries a closed connection once.
    fake.faults.add({ on: 'POST /v1/payment_intents', kind: 'reset', when: 'after' });
    const intent = await create({}, 'key-2');
    expect([...fake.world.intents.keys()]).toEqual([intent.id]);
  });
});

describe('webhooks', () => {
  it('are signed and repeated until accepted', async () => {
    const received: Stripe.Event[] = [];
    const shop = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const header = request.headers['stripe-signature'] ?? '';
        received.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks).toString(), header, WHSEC));
        response.writeHead(received.length === 1 ? 500 : 200).end();
        shop.emit('event');
      });
    }).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    fake.deliveries.url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook`;
    const twice = once(shop, 'event').then(() => once(shop, 'event'));
    await create();
    await twice;
    expect(received.map(({ type }) => type)).toEqual(['payment_intent.created', 'payment_intent.created']);
    expect(received[0]?.id).toBe(received[1]?.id);
    shop.close();
  });
});
