import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { mealPackages } from '@spareswipe/contract';
import { auditLedger } from '../ledger/audit/invariants.js';
import { intentIn, openShop } from '../../test/support/shop.js';
import { inFull } from '../../test/support/levels.js';
import { overtaken } from '../../test/support/overtaken.js';
import { tally } from '../../test/support/responses.js';
import { startApi } from '../../test/support/start-api.js';

const shop = await openShop();
afterEach(async () => {
  shop.stripe.faults.clear();
  await shop.aheadBy(0);
  expect(await auditLedger(shop.db.pool)).toEqual([]);
});
afterAll(() => shop.close());

const ask = (student: { id: string }, packageId = 'medium', key?: string) =>
  shop.api
    .as(student)
    .payments.createPaymentIntent({ body: { packageId }, headers: key ? { 'idempotency-key': key } : {} });

describe('packages', () => {
  it('are what the campus sells [spec §9.10]', async () => {
    const student = await shop.given.student();
    const { status, body } = await shop.api.as(student).payments.packages();
    expect({ status, body }).toEqual({ status: 200, body: { success: true, packages: mealPackages } });
  });
});

describe('a payment session', () => {
  it('is refused on a campus that does not sell meals, without an order', async () => {
    const student = await shop.given.student({ institution: 'unsold' });
    await shop.db.query(`UPDATE campuses SET meals_on_sale = false WHERE institution = 'unsold'`);
    expect(await ask(student)).toMatchObject({ status: 403, body: { code: 'MEALS_NOT_ON_SALE' } });
    expect(await shop.db.query('SELECT FROM orders WHERE student_id = $1', [student.id])).toEqual([]);
    await shop.db.query(`UPDATE campuses SET meals_on_sale = true WHERE institution = 'unsold'`);
    expect((await ask(student)).status).toBe(200);
  });

  it('is still returned for its key after the campus stopped the sale', async () => {
    const student = await shop.given.student({ institution: 'closing' });
    const key = randomUUID();
    const first = await ask(student, 'medium', key);
    expect(first.status).toBe(200);
    await shop.db.query(`UPDATE campuses SET meals_on_sale = false WHERE institution = 'closing'`);
    expect(await ask(student, 'medium', key)).toMatchObject({ status: 200, body: first.body });
    expect(await ask(student, 'medium', randomUUID())).toMatchObject({
      status: 403,
      body: { code: 'MEALS_NOT_ON_SALE' },
    });
  });

  it('is an intent over the price, made for an order that was there before', async () => {
    const student = await shop.given.student();
    const { status, body } = await ask(student, 'large');
    expect(status).toBe(200);
    if (status !== 200) return;
    expect(body.publishableKey).toBe(shop.stripe.publishableKey);
    const intent = shop.stripe.world.intents.get(intentIn(body.clientSecret))!;
    const { id } = await shop.order(intent.id);
    expect(intent).toMatchObject({ amount: 9999, currency: 'usd', metadata: { order_id: id } });
    expect(shop.stripe.requests.at(-1)?.idempotencyKey).toBe(id);
  });

  it('is created after the order was committed, with no open transaction or lock', async () => {
    const student = await shop.given.student();
    let orders: unknown[] = [];
    let transactions: unknown[] = [];
    const checkDatabase = async () => {
      orders = await shop.db.query('SELECT state, payment_intent_id FROM orders WHERE student_id = $1', [student.id]);
      // A transaction held open during the call would outlast every look; one of a background job does not.
      for (const patienceMs of [0, 100, 400, 1000]) {
        await pause(patienceMs);
        transactions = await shop.db.query(
          `SELECT state, query FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
        );
        if (!transactions.length) return;
      }
    };
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'delay', meanwhile: checkDatabase });
    await shop.begin(student);
    expect(orders).toEqual([{ state: 'placed', payment_intent_id: null }]);
    expect(transactions).toEqual([]);
  });

  it('sends nothing about the student to Stripe, and only parameters that Stripe has', async () => {
    const student = await shop.given.student({ name: 'Private Person' });
    await shop.begin(student);
    const { parameters } = shop.stripe.requests.at(-1)!;
    expect(Object.keys(parameters).sort()).toEqual([
      'amount',
      'automatic_payment_methods',
      'currency',
      'description',
      'metadata',
    ]);
    expect(JSON.stringify(parameters)).not.toMatch(/Private|\.edu/);
  });

  it('is the same one for every click within 23 hours, and a new one after', async () => {
    const student = await shop.given.student();
    const first = await shop.begin(student);
    await shop.aheadBy(22.9 * 3_600_000);
    expect(await shop.begin(student)).toBe(first);
    await shop.aheadBy(23.1 * 3_600_000);
    expect(await shop.begin(student)).not.toBe(first);
  });

  it('is a new one once the price of the package has changed', async () => {
    const student = await shop.given.student();
    const id = randomUUID();
    await shop.db.query(
      `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, livemode)
       VALUES ($1, $2, 'medium', 12, 100, 'usd', false)`,
      [id, student.id],
    );
    const { amount, metadata } = shop.stripe.world.intents.get(await shop.begin(student))!;
    expect({ amount, isOld: metadata['order_id'] === id }).toEqual({ amount: 5499, isOld: false });
  });

  it('is the same one for two clicks at once', async () => {
    const student = await shop.given.student();
    const intents = await Promise.all(Array.from({ length: 8 }, () => shop.begin(student)));
    expect(new Set(intents).size).toBe(1);
  });

  it('is another one for another package, another student, or once it is paid', async () => {
    const [student, other] = [await shop.given.student(), await shop.given.student()];
    const first = await shop.begin(student);
    shop.stripe.pay(first);
    const intents = [first, await shop.begin(student, 'small'), await shop.begin(other), await shop.begin(student)];
    expect(new Set(intents).size).toBe(4);
    expect(await shop.order(first)).toMatchObject({ state: 'paid' });
  });

  it('is the same for the same Idempotency-Key, and the key is refused for another package', async () => {
    const student = await shop.given.student();
    const key = randomUUID();
    const [first, again] = [await ask(student, 'medium', key), await ask(student, 'medium', key)];
    expect(again.body).toEqual(first.body);
    expect(await ask(student, 'small', key)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('refuses a used Idempotency-Key for another package also while Stripe is down', async () => {
    const student = await shop.given.student();
    await shop.begin(student, 'small');
    const key = randomUUID();
    await ask(student, 'medium', key);
    const before = shop.stripe.requests.length;
    shop.stripe.faults.add({ on: 'GET /v1/payment_intents', kind: 'error', times: 3 });
    expect(await ask(student, 'small', key)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(shop.stripe.requests.length).toBe(before);
  });

  it.each([
    ['paid', (intent: string) => shop.stripe.pay(intent)],
    ['called off', (intent: string) => shop.stripe.cancel(intent)],
  ])('is the same for the same Idempotency-Key also when its order is %s, reported or not', async (_, end) => {
    const student = await shop.given.student();
    const key = randomUUID();
    const first = await ask(student, 'medium', key);
    if (first.status !== 200) throw new Error('no session');
    const intent = intentIn(first.body.clientSecret);
    end(intent);
    expect((await ask(student, 'medium', key)).body).toEqual(first.body);
    await shop.deliver(shop.events().filter(({ data }) => JSON.stringify(data).includes(intent)));
    expect((await ask(student, 'medium', key)).body).toEqual(first.body);
    expect(await shop.begin(student)).not.toBe(intent);
    expect((await ask(student, 'medium', key)).body).toEqual(first.body);
  });

  it('is not stored for an Idempotency-Key whose call failed: the next call starts over and is stored', async () => {
    const student = await shop.given.student();
    const key = randomUUID();
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'stored-error' });
    expect(await ask(student, 'medium', key)).toMatchObject({ status: 502 });
    const second = await ask(student, 'medium', key);
    if (second.status !== 200) throw new Error('no session');
    shop.stripe.pay(intentIn(second.body.clientSecret));
    expect((await ask(student, 'medium', key)).body).toEqual(second.body);
  });

  it('stays the same for a key when Stripe fails in between', async () => {
    const student = await shop.given.student();
    const key = randomUUID();
    const first = await ask(student, 'medium', key);
    shop.stripe.faults.add({ on: 'GET /v1/payment_intents', kind: 'error', times: 3 });
    expect(await ask(student, 'medium', key)).toMatchObject({ status: 502 });
    expect((await ask(student, 'medium', key)).body).toEqual(first.body);
  });

  it('is refused to a student who closes the account at the same moment', async () => {
    const student = await shop.given.student();
    const closing = 'UPDATE students SET deactivated_at = now() WHERE id = $1';
    const response = await overtaken(shop.db, [closing, [student.id]], () => ask(student));
    expect(response).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await shop.db.query('SELECT FROM orders WHERE student_id = $1', [student.id])).toEqual([]);
  });

  it('is refused for a package that is not sold', async () => {
    const student = await shop.given.student();
    expect(await ask(student, 'gigantic')).toMatchObject({ status: 404, body: { code: 'UNKNOWN_PACKAGE' } });
    expect(await ask(student, 'toString')).toMatchObject({ status: 404, body: { code: 'UNKNOWN_PACKAGE' } });
  });

  it('is refused to students who are not verified', async () => {
    const student = await shop.given.student({ verified: false });
    expect(await ask(student)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  });
});

describe('a Stripe that fails', () => {
  it('costs nothing when it hangs up after making the intent: the retry finds it', async () => {
    const student = await shop.given.student();
    const before = shop.stripe.world.intents.size;
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'reset', when: 'after' });
    await shop.begin(student);
    expect(shop.stripe.world.intents.size).toBe(before + 1);
  });

  it('is called three times in all', async () => {
    const student = await shop.given.student();
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'error', times: 2 });
    expect(await shop.begin(student)).toMatch(/^pi_/);
    const before = shop.stripe.requests.length;
    shop.stripe.faults.add({ on: 'GET /v1/payment_intents', kind: 'error', when: 'after', times: 10 });
    expect(await ask(student)).toMatchObject({ status: 502 });
    expect(shop.stripe.requests.length - before).toBe(3);
  });

  it('responds 502 with a message for the student while Stripe is down, and the next click finds the same order', async () => {
    const student = await shop.given.student();
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'reset', when: 'after', times: 3 });
    expect(await ask(student)).toMatchObject({
      status: 502,
      body: { code: 'PAYMENT_PROVIDER_FAILED', message: 'Failed to initialize payment. Please try again.' },
    });
    const intent = await shop.begin(student);
    const orders = await shop.db.query('SELECT id FROM orders WHERE student_id = $1', [student.id]);
    expect(orders).toEqual([{ id: (await shop.order(intent)).id }]);
  });

  it('takes no places of other calls while it does not respond: of 65 purchases one is told that we are busy', async () => {
    const students = await Promise.all(Array.from({ length: 65 }, () => shop.given.student()));
    let goOn!: () => void;
    const silence = new Promise<void>((resolve) => (goOn = resolve));
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'delay', meanwhile: () => silence, times: 65 });
    const purchases = students.map((student) =>
      ask(student).then((response) => {
        if (response.status === 503) goOn();
        return response;
      }),
    );
    expect(tally(await Promise.all(purchases))).toEqual({ 200: 64, '503 BUSY': 1 });
  });

  it('does not lock the student out when it repeats an error for the order’s key', async () => {
    const student = await shop.given.student();
    shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'stored-error' });
    expect(await ask(student)).toMatchObject({ status: 502 });
    expect(await shop.begin(student)).toMatch(/^pi_/);
  });

  it('leads to a new session when it no longer knows the intent of the old one', async () => {
    const student = await shop.given.student();
    const forgotten = await shop.begin(student);
    shop.stripe.world.intents.delete(forgotten);
    expect(await shop.begin(student)).not.toBe(forgotten);
  });
});

inFull(() => {
  describe('payments that are switched off', () => {
    it('still list the packages, and respond STRIPE_NOT_CONFIGURED to a purchase', async () => {
      const api = await startApi({ db: shop.db, inbox: shop.api.inbox, settings: { STRIPE_SECRET_KEY: '' } });
      const student = await shop.given.student();
      const off = api.as(student).payments;
      expect(await off.packages()).toMatchObject({ status: 200 });
      const response = await off.createPaymentIntent({ body: { packageId: 'medium' }, headers: {} });
      expect(response).toMatchObject({
        status: 503,
        body: {
          code: 'STRIPE_NOT_CONFIGURED',
          message: 'Payment system is being set up. Please check back later!',
        },
      });
      const webhook = await api.fetch('/api/payments/webhook', { method: 'POST', body: '{}', headers: json });
      expect(webhook.status).toBe(503);
      await api.stop();
    });
  });
});

const json = { 'content-type': 'application/json' };
