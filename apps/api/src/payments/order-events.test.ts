import type { Stripe } from 'stripe';
import { auditLedger } from '../ledger/audit/invariants.js';
import { openShop, type Shop } from '../../test/support/shop.js';
import { openStream } from '../../test/support/live.js';
import { until } from '../../test/support/until.js';
import { lunch } from '../../test/support/lunch.js';

const shop = await openShop();
afterEach(async () => {
  shop.stripe.faults.clear();
  expect(await auditLedger(shop.db.pool)).toEqual([]);
});
afterAll(() => shop.close());

/** The meals beyond the 2 that every student starts with. */
const bonus = async (student: Parameters<Shop['credits']>[0]) => {
  const { available, debt } = await shop.credits(student);
  return available - debt - 2;
};

const jobOf = async ({ id }: Stripe.Event) => {
  const job = `SELECT state, retry_count AS retries FROM pgboss.job WHERE name = 'stripe-events' AND data->>'eventId' = $1`;
  return (await shop.db.query<{ state: string; retries: number }>(job, [id]))[0];
};

describe('a paid order', () => {
  it('gives its credits and a receipt, and shows in the history [spec §1.8]', async () => {
    const { student, intent } = await shop.bought();
    expect(await bonus(student)).toBe(12);
    const receipt = await shop.api.inbox.waitForMail(student.email, 'receipt');
    expect(receipt.text).toContain('12 meals');
    expect(receipt.text).toContain('$54.99');
    expect(receipt.text).toContain((await shop.order(intent)).id);
    const { body } = await shop.api.as(student).credits.history();
    expect(body).toMatchObject({ entries: [{ kind: 'purchase', amount: 12 }, { kind: 'grant' }] });
  });

  it("tells the student's open screens when its meals come, and when they are taken back", async () => {
    const { student, intent } = await shop.paid();
    const stream = await openStream(shop.api, student);
    expect(stream.status).toBe(200);
    await shop.deliver(shop.eventsOf(intent));
    await until('the event', () => stream.events.includes('mine'));
    stream.events.length = 0;
    shop.stripe.refund(intent);
    await shop.deliver(shop.eventsOf(intent, 'charge.refunded'));
    await until('the event of the refund', () => stream.events.includes('mine'));
    stream.close();
  });

  it('gives them once, however often and at once the event comes', async () => {
    const { student, intent } = await shop.paid();
    const events = shop.eventsOf(intent, 'payment_intent.succeeded');
    const responses = await Promise.all(Array.from({ length: 20 }, () => shop.post(events[0]!)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await shop.settled();
    expect(await bonus(student)).toBe(12);
  });

  it('gives them also when the event comes before the response to the create call', async () => {
    const student = await shop.given.student();
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'reset', when: 'after', times: 3 });
    const before = new Set(shop.stripe.world.intents.keys());
    await expect(shop.begin(student)).rejects.toThrow('PAYMENT_PROVIDER_FAILED');
    const intent = [...shop.stripe.world.intents.keys()].find((id) => !before.has(id))!;
    shop.stripe.pay(intent);
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(12);
    expect(await shop.order(intent)).toMatchObject({ state: 'paid' });
  });

  it('is paid although it failed and was declined before', async () => {
    const student = await shop.given.student();
    const intent = await shop.begin(student);
    expect(() => shop.stripe.pay(intent, '4000000000000002')).toThrow('declined');
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(0);
    shop.stripe.pay(intent);
    await shop.deliver(shop.eventsOf(intent).reverse());
    expect(await bonus(student)).toBe(12);
  });

  it('is credited without a call to Stripe’s API', async () => {
    const { student, intent } = await shop.paid();
    shop.stripe.faults.add({ on: 'GET', kind: 'error', times: 100 });
    await shop.deliver(shop.eventsOf(intent, 'payment_intent.succeeded'));
    expect(await bonus(student)).toBe(12);
  });

  it('is credited at once while Stripe’s API hangs on the refund of another student', async () => {
    const { intent: other } = await shop.bought();
    shop.stripe.refund(other);
    let respond = () => {};
    const responded = new Promise<void>((resolve) => (respond = resolve));
    shop.stripe.faults.add({ on: 'GET', kind: 'delay', meanwhile: () => responded, times: 3 });
    const refund = shop.eventsOf(other, 'charge.refunded')[0]!;
    const isOpen = async () => (await jobOf(refund))?.state === 'active';
    await shop.post(refund);
    await until('the first attempt at the refund', isOpen);
    const { student, intent } = await shop.paid();
    await shop.post(shop.eventsOf(intent, 'payment_intent.succeeded')[0]!);
    await until('the 12 credits of the purchase', async () => (await bonus(student)) === 12);
    expect(await isOpen()).toBe(true);
    respond();
    await shop.settled();
  });

  it('that was cancelled gives nothing, and the student gets another session', async () => {
    const student = await shop.given.student();
    const intent = await shop.begin(student);
    shop.stripe.cancel(intent);
    await shop.deliver(shop.eventsOf(intent, 'payment_intent.canceled'));
    expect(await shop.order(intent)).toMatchObject({ state: 'cancelled' });
    expect(await shop.begin(student)).not.toBe(intent);
    expect(await bonus(student)).toBe(0);
  });
});

describe('a refund', () => {
  it('takes all credits back, with a mail', async () => {
    const { student, intent } = await shop.bought();
    shop.stripe.refund(intent);
    await shop.deliver(shop.eventsOf(intent, 'charge.refunded'));
    expect(await bonus(student)).toBe(0);
    const mail = await shop.api.inbox.waitForMail(student.email, 'refund');
    expect(mail.text).toContain('$54.99 went back to your card, so we took 12 meals back');
  });

  it('of a part takes credits in proportion, and the rest with the rest', async () => {
    const { student, intent } = await shop.bought();
    shop.stripe.refund(intent, 458);
    await shop.deliver(shop.eventsOf(intent, 'refund.created'));
    expect(await bonus(student)).toBe(11);
    shop.stripe.refund(intent);
    await shop.deliver(shop.eventsOf(intent, 'refund.created'));
    expect(await bonus(student)).toBe(0);
  });

  it('ends the same when its events come before those of the payment, doubled', async () => {
    const { student, intent } = await shop.paid();
    shop.stripe.refund(intent, 2750);
    const events = shop.eventsOf(intent).reverse();
    await shop.deliver([...events, ...events]);
    expect(await bonus(student)).toBe(6);
  });

  it('becomes a debt if the credits are spent; the debtor cannot post a request, and earned credits repay first', async () => {
    const { student, intent } = await shop.bought();
    for (let spent = 0; spent < 10; spent++)
      await shop.given.completed({ of: await shop.given.request({ by: student }) });
    shop.stripe.refund(intent);
    await shop.deliver(shop.eventsOf(intent, 'charge.refunded'));
    expect(await shop.credits(student)).toEqual({ available: 0, debt: 8 });
    const { body: history } = await shop.api.as(student).credits.history();
    expect(history).toMatchObject({ owed: 8 });
    const refused = await shop.api.as(student).requests.create({ body: lunch(), headers: {} });
    expect(refused).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS', owed: 8 } });
    expect(refused.body).toMatchObject({ message: expect.stringContaining('You owe 8 meals') as string });
    await shop.given.completed({ by: student });
    expect(await shop.credits(student)).toEqual({ available: 0, debt: 7 });
  });

  it('that fails later gives the credits back', async () => {
    const { student, intent } = await shop.bought();
    const refund = shop.stripe.refund(intent);
    await shop.deliver(shop.eventsOf(intent, 'charge.refunded'));
    expect(await bonus(student)).toBe(0);
    shop.stripe.failRefund(refund.id);
    await shop.deliver(shop.eventsOf(intent, 'refund.failed', 'refund.updated'));
    expect(await bonus(student)).toBe(12);
  });

  it('is taken from the signed event when Stripe no longer knows the payment', async () => {
    const { student, intent } = await shop.bought();
    shop.stripe.refund(intent);
    shop.stripe.world.intents.delete(intent);
    await shop.deliver(shop.eventsOf(intent, 'charge.refunded'));
    expect(await bonus(student)).toBe(0);
  });

  it('is retried when Stripe’s API fails', async () => {
    const { student, intent } = await shop.bought();
    shop.stripe.refund(intent);
    shop.stripe.faults.add({ on: 'GET /v1/payment_intents', kind: 'error', times: 3 });
    await shop.deliver(shop.eventsOf(intent, 'charge.refunded'));
    expect(await bonus(student)).toBe(0);
    const [event] = shop.eventsOf(intent, 'charge.refunded');
    expect((await jobOf(event!))!.retries).toBeGreaterThan(0);
  });
});

describe('a dispute', () => {
  it('takes nothing while it is open, all when it is lost, and gives back when an appeal wins it', async () => {
    const { student, intent } = await shop.bought();
    const { id } = shop.stripe.dispute(intent);
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(12);
    shop.stripe.decideDispute(id, 'lost');
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(0);
    shop.stripe.decideDispute(id, 'appeal_under_review');
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(0);
    shop.stripe.decideDispute(id, 'won');
    await shop.deliver(shop.eventsOf(intent).reverse());
    expect(await bonus(student)).toBe(12);
  });

  it('that was won after a loss can still be followed by a refund', async () => {
    const { student, intent } = await shop.bought();
    const { id } = shop.stripe.dispute(intent);
    shop.stripe.decideDispute(id, 'lost');
    await shop.deliver(shop.eventsOf(intent));
    shop.stripe.decideDispute(id, 'won');
    await shop.deliver(shop.eventsOf(intent));
    shop.stripe.refund(intent);
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(0);
  });

  it('of a payment refunded in part takes no more than the rest', async () => {
    const { student, intent } = await shop.bought();
    shop.stripe.refund(intent, 2750);
    shop.stripe.decideDispute(shop.stripe.dispute(intent).id, 'lost');
    await shop.deliver(shop.eventsOf(intent));
    expect(await bonus(student)).toBe(0);
  });
});

describe('what contradicts our own order', () => {
  const changed = (event: Stripe.Event, change: object): Stripe.Event => {
    const copy = structuredClone(event);
    Object.assign(copy.data.object, change);
    return { ...copy, id: `${event.id}_changed` };
  };

  it.each([
    ['another amount', { amount: 50, amount_received: 50 }],
    ['less received than asked', { amount_received: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['play money for real, or the other way round', { livemode: true }],
    ['another intent than the order’s', { id: 'pi_other' }],
  ])('%s: credits nothing and raises an alert', async (_, change) => {
    const { student, intent } = await shop.paid();
    const before = (await shop.alerts('payment-refused')).length;
    await shop.deliver([changed(shop.eventsOf(intent, 'payment_intent.succeeded')[0]!, change)]);
    expect(await bonus(student)).toBe(0);
    expect(await shop.order(intent)).toMatchObject({ state: 'open' });
    expect((await shop.alerts('payment-refused')).slice(before)).toMatchObject([{ level: 50 }]);
    // The genuine event still counts.
    await shop.deliver(shop.eventsOf(intent, 'payment_intent.succeeded'));
    expect(await bonus(student)).toBe(12);
  });

  it('a payment for something else on the same Stripe account is ignored', async () => {
    const { student, intent } = await shop.paid();
    const [event] = shop.eventsOf(intent, 'payment_intent.succeeded');
    const before = (await shop.alerts('payment-refused')).length;
    for (const metadata of [{}, { order_id: 'a hat' }, { order_id: '01890a5d-ac96-774b-bcce-b302099a8057' }])
      await shop.deliver([
        { ...changed(event!, { id: 'pi_foreign', metadata }), id: `evt_${JSON.stringify(metadata)}` },
      ]);
    const states = await shop.db.query(
      `SELECT state FROM pgboss.job WHERE name = 'stripe-events' AND data->'payment'->>'intentId' = 'pi_foreign'`,
    );
    expect(states).toEqual(Array(3).fill({ state: 'completed' }));
    expect((await shop.alerts('payment-refused')).length).toBe(before);
    expect(await bonus(student)).toBe(0);
  });
});
