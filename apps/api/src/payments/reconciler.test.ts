import { Stripe } from 'stripe';
import { auditLedger } from '../ledger/audit/invariants.js';
import { PASSWORD } from '../../test/support/given.js';
import { inFull } from '../../test/support/levels.js';
import { openShop } from '../../test/support/shop.js';
import { startApi } from '../../test/support/start-api.js';

const DAY_MS = 24 * 3_600_000;
const shop = await openShop();

// Every test runs at its own time, so that it does not see the payments of the others.
let epoch = 0;
const later = (ms: number) => shop.aheadBy(epoch + ms);

const { hostname, port } = new URL(shop.stripe.url);
const till = new Stripe(shop.stripe.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
/** A payment for something else. Returns the intent's id. */
const elsewhere = async () =>
  (await till.paymentIntents.create({ amount: 1000, currency: 'usd', metadata: { order_id: 'a hat' } })).id;

beforeEach(async () => {
  epoch += 400 * DAY_MS;
  await later(0);
});
afterEach(async () => {
  shop.stripe.faults.clear();
  expect(await auditLedger(shop.db.pool)).toEqual([]);
});
afterAll(() => shop.close());

it('credits a payment whose webhook never came, with an alert, and repairs nothing the next time', async () => {
  const sales = [await shop.paid(), await shop.paid(), await shop.paid()];
  expect(await shop.api.reconcile()).toEqual({ compared: 3, repaired: 3, alerts: 0 });
  for (const { student } of sales) expect(await shop.credits(student)).toEqual({ available: 14, debt: 0 });
  expect(await shop.alerts('payment-repaired')).toMatchObject(sales.map(() => ({ level: 40 })));
  expect(await shop.api.reconcile()).toEqual({ compared: 3, repaired: 0, alerts: 0 });
  expect((await shop.api.inbox.waitForMail(sales[0]!.student.email, 'receipt')).text).toContain('12 meals');
});

it('takes back what was refunded or lost meanwhile', async () => {
  const [refunded, lost, won] = [await shop.paid(), await shop.paid(), await shop.paid()];
  await shop.api.reconcile();
  shop.stripe.refund(refunded.intent);
  shop.stripe.decideDispute(shop.stripe.dispute(lost.intent).id, 'lost');
  shop.stripe.decideDispute(shop.stripe.dispute(won.intent).id, 'won');
  expect(await shop.api.reconcile()).toMatchObject({ repaired: 2, alerts: 0 });
  const credits = await Promise.all([refunded, lost, won].map(({ student }) => shop.credits(student)));
  expect(credits.map(({ available }) => available)).toEqual([2, 2, 14]);
});

it('reads lists of more than one page', async () => {
  const { student } = await shop.paid();
  for (let other = 0; other < 104; other++) await elsewhere();
  expect(await shop.api.reconcile()).toEqual({ compared: 105, repaired: 1, alerts: 0 });
  expect(await shop.credits(student)).toMatchObject({ available: 14 });
});

it('looks 72 hours back often, and 30 days back every day', async () => {
  const { student } = await shop.paid();
  await later(4 * DAY_MS);
  expect(await shop.api.reconcile('recent')).toMatchObject({ compared: 0 });
  expect(await shop.credits(student)).toMatchObject({ available: 2 });
  expect(await shop.api.reconcile('month')).toMatchObject({ compared: 1, repaired: 1 });
  expect(await shop.credits(student)).toMatchObject({ available: 14 });
});

it('finds the refund of last month’s payment, and a dispute of last winter’s', async () => {
  const [refunded, disputed] = [await shop.paid(), await shop.paid()];
  await shop.api.reconcile();
  await later(40 * DAY_MS);
  shop.stripe.refund(refunded.intent);
  const { id } = shop.stripe.dispute(disputed.intent);
  expect(await shop.api.reconcile('recent')).toMatchObject({ compared: 0, repaired: 1 });
  await later(140 * DAY_MS);
  shop.stripe.decideDispute(id, 'lost');
  expect(await shop.api.reconcile('month')).toMatchObject({ compared: 0, repaired: 1 });
  const credits = await Promise.all([refunded, disputed].map(({ student }) => shop.credits(student)));
  expect(credits.map(({ available }) => available)).toEqual([2, 2]);
});

it('finds the order of an intent whose creation got no response', async () => {
  const student = await shop.given.student();
  shop.stripe.faults.add({ on: 'POST /v1/payment_intents', kind: 'reset', when: 'after', times: 3 });
  await expect(shop.begin(student)).rejects.toThrow('PAYMENT_PROVIDER_FAILED');
  const intent = [...shop.stripe.world.intents.keys()].at(-1);
  shop.stripe.pay(intent!);
  expect(await shop.api.reconcile()).toEqual({ compared: 1, repaired: 1, alerts: 0 });
  expect(await shop.credits(student)).toMatchObject({ available: 14 });
});

it('raises an alert, and changes nothing, where Stripe contradicts a credited order or does not know it', async () => {
  const [changed, vanished] = [await shop.paid(), await shop.paid()];
  await shop.api.reconcile();
  shop.stripe.world.intents.get(changed.intent)!.amount = 1;
  shop.stripe.world.intents.delete(vanished.intent);
  expect(await shop.api.reconcile()).toMatchObject({ repaired: 0, alerts: 2 });
  expect(await shop.alerts('payment-refused')).not.toHaveLength(0);
  expect(await shop.alerts('payment-unknown-to-stripe')).toHaveLength(1);
  expect(await shop.credits(changed.student)).toMatchObject({ available: 14 });
  expect(await shop.credits(vanished.student)).toMatchObject({ available: 14 });
});

it('still knows a payment whose order id somebody removed at Stripe', async () => {
  const { student, intent } = await shop.paid();
  await shop.api.reconcile();
  shop.stripe.world.intents.get(intent)!.metadata = {};
  expect(await shop.api.reconcile()).toEqual({ compared: 1, repaired: 0, alerts: 0 });
  expect(await shop.credits(student)).toMatchObject({ available: 14 });
});

it('calls Stripe with these parameters and no others', async () => {
  const before = shop.stripe.requests.length;
  const { student, intent } = await shop.paid();
  await shop.begin(student, 'small');
  await shop.begin(student, 'small');
  shop.stripe.refund(intent, 500);
  shop.stripe.dispute(intent);
  const [unpaid, late] = [await shop.given.student(), await shop.given.student()];
  await shop.begin(unpaid);
  const { intent: paidLate } = await shop.paid(late);
  for (const leaving of [unpaid, late]) await shop.api.as(leaving).account.deactivate({ body: { password: PASSWORD } });
  expect(await shop.order(paidLate)).toMatchObject({ state: 'open' });
  await shop.api.reconcile();
  const asked = shop.stripe.requests.slice(before).map(({ method, path, parameters }) => {
    const names = Object.keys(parameters).sort().join(', ');
    return `${method} ${path.replace(/pi_\w+/, ':id')} (${names})`;
  });
  expect([...new Set(asked)].sort()).toEqual([
    'GET /v1/disputes (created, limit)',
    'GET /v1/disputes (limit, payment_intent)',
    'GET /v1/payment_intents (created, expand, limit)',
    'GET /v1/payment_intents/:id ()',
    'GET /v1/payment_intents/:id (expand)',
    'GET /v1/refunds (created, limit)',
    'POST /v1/payment_intents (amount, automatic_payment_methods, currency, description, metadata)',
    'POST /v1/payment_intents/:id/cancel (cancellation_reason)',
    'POST /v1/refunds (metadata, payment_intent, reason)',
  ]);
});

it('ignores payments for other things on the same Stripe account', async () => {
  const id = await elsewhere();
  shop.stripe.pay(id);
  shop.stripe.refund(id);
  shop.stripe.dispute(id);
  expect(await shop.api.reconcile()).toEqual({ compared: 1, repaired: 0, alerts: 0 });
});

inFull(() => {
  it('runs once in ten minutes over all instances, and never twice at the same time', async () => {
    const other = await startApi({ db: shop.db, inbox: shop.api.inbox, settings: shop.settings });
    await other.aheadBy(epoch);
    await shop.db.query(`UPDATE reconciliations SET done_at = '-infinity'`);
    const lists = () =>
      shop.stripe.requests.filter(({ method, path }) => method === 'GET' && path === '/v1/payment_intents').length;
    await shop.api.reconcileWhatIsDue(); // the month
    const before = lists();
    await Promise.all([1, 2, 3].flatMap(() => [shop.api.reconcileWhatIsDue(), other.reconcileWhatIsDue()]));
    expect(lists() - before).toBe(1);
    await later(9 * 60_000);
    await shop.api.reconcileWhatIsDue();
    expect(lists() - before).toBe(1);
    await later(11 * 60_000);
    await shop.api.reconcileWhatIsDue();
    expect(lists() - before).toBe(2);
    await other.stop();
  });
});

it('survives a failure of Stripe in the middle of a list, and compares everything the next time', async () => {
  const { student } = await shop.paid();
  await shop.db.query(`UPDATE reconciliations SET done_at = '-infinity'`);
  shop.stripe.faults.add({ on: 'GET /v1/refunds', kind: 'error', times: 3 });
  await expect(shop.api.reconcileWhatIsDue()).rejects.toThrow();
  await shop.api.reconcileWhatIsDue();
  expect(await shop.credits(student)).toMatchObject({ available: 14 });
});
