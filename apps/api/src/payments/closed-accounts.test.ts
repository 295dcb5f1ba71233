import { exchangesIn, NO } from '../../test/support/exchanges.js';
import { PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { overtaken } from '../../test/support/overtaken.js';
import { ok } from '../../test/support/responses.js';
import { openShop } from '../../test/support/shop.js';
import { auditLedger } from '../ledger/audit/invariants.js';

const DAY_MS = 24 * 3_600_000;
const shop = await openShop();

// Every test runs at its own time, so that it does not see the payments of the others.
let epoch = 0;

beforeEach(async () => {
  epoch += 400 * DAY_MS;
  await shop.aheadBy(epoch);
  await shop.api.forgetLimits();
});
afterEach(async () => {
  shop.stripe.faults.clear();
  expect(await auditLedger(shop.db.pool)).toEqual([]);
});
afterAll(() => shop.close());

async function close(student: GivenStudent): Promise<void> {
  const { status } = await shop.api.as(student).account.deactivate({ body: { password: PASSWORD } });
  expect(status).toBe(200);
}
const statusOf = (intent: string) => shop.stripe.world.intents.get(intent)?.status;
const chargeOf = (intent: string) =>
  [...shop.stripe.world.charges.values()].find(({ paid, payment_intent: of }) => paid && of === intent)!;
const refundsOf = (intent: string) =>
  [...shop.stripe.world.refunds.values()].filter(({ payment_intent: of }) => of === intent);
const of = (intent: string) => shop.events().filter(({ data }) => JSON.stringify(data).includes(intent));

/** A student who closed their account with a payment page open, and pays there before the payment is cancelled. */
async function paidAfterClosing() {
  const student = await shop.given.student();
  const intent = await shop.begin(student);
  await close(student);
  shop.stripe.pay(intent);
  return { student, intent };
}

describe('a payment that was started before the account was closed', () => {
  it('can no longer be paid: its intent is cancelled at Stripe', async () => {
    const student = await shop.given.student();
    const intents = [await shop.begin(student, 'small'), await shop.begin(student, 'large')];
    const others = await shop.begin(await shop.given.student());
    await close(student);
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
    for (const intent of intents) {
      expect(statusOf(intent)).toBe('canceled');
      expect(await shop.order(intent)).toMatchObject({ state: 'cancelled' });
      expect(() => shop.stripe.pay(intent)).toThrow('canceled');
    }
    expect(statusOf(others)).toBe('requires_payment_method');
  });

  it('does not delay the closing, and is cancelled later, when Stripe is down', async () => {
    const student = await shop.given.student();
    const intent = await shop.begin(student);
    shop.stripe.faults.add({ on: 'POST', kind: 'reset', times: 3 });
    const before = shop.stripe.requests.length;
    await close(student);
    expect(shop.stripe.requests.length).toBe(before);
    await expect(shop.api.reconcile()).rejects.toThrow();
    await shop.api.reconcile();
    expect(statusOf(intent)).toBe('canceled');
  });

  it('is settled when Stripe no longer knows it', async () => {
    const student = await shop.given.student();
    const intent = await shop.begin(student);
    await close(student);
    shop.stripe.world.intents.delete(intent);
    await shop.api.reconcile();
    expect(await shop.order(intent)).toMatchObject({ state: 'cancelled' });
    const before = shop.stripe.requests.length;
    await shop.api.reconcile();
    expect(shop.stripe.requests.slice(before).map(({ method }) => method)).not.toContain('POST');
  });

  it('raises an alert for as long as Stripe refuses to cancel it, and blocks nothing else', async () => {
    const student = await shop.given.student();
    const [intent, other] = [await shop.begin(student, 'small'), await shop.begin(student, 'large')];
    await close(student);
    const before = (await shop.alerts('cancel-failed')).length;
    shop.stripe.faults.add({ on: `POST /v1/payment_intents/${intent}/cancel`, kind: 'error', times: 6 });
    for (const refused of [1, 2]) {
      expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
      const alerts = (await shop.alerts('cancel-failed')).slice(before);
      expect(alerts).toHaveLength(refused);
      expect(alerts.at(-1)).toMatchObject({ level: 50, intent, reason: expect.stringContaining('500') as string });
      expect([intent, other].map(statusOf)).toEqual(['requires_payment_method', 'canceled']);
    }
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
    expect(statusOf(intent)).toBe('canceled');
  });

  it('raises no alert when it was paid meanwhile', async () => {
    const { intent } = await paidAfterClosing();
    await shop.api.reconcile();
    expect((await shop.alerts('cancel-failed')).filter((alert) => alert['intent'] === intent)).toEqual([]);
  });

  it('cannot be started once the account is closed', async () => {
    const student = await shop.given.student();
    await shop.api.tokenOf(student);
    await close(student);
    await expect(shop.begin(student)).rejects.toThrow('UNAUTHENTICATED');
  });
});

describe('a payment that went through although the account is closed', () => {
  it('is refunded with its credits, with an alert to the operator, and only once', async () => {
    const { student, intent } = await paidAfterClosing();
    await shop.deliver(of(intent));
    expect(await shop.credits(student)).toEqual({ available: 14, debt: 0 });
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
    expect(chargeOf(intent).amount_refunded).toBe(5499);
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
    expect(await shop.order(intent)).toMatchObject({ state: 'paid', refunded_cents: 5499, credits_reversed: 12 });
    expect((await shop.alerts('payment-after-closing')).at(-1)).toMatchObject({ level: 40, intent });
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
    expect(refundsOf(intent)).toHaveLength(1);
  });

  /** Finn spent the credit that he earned from Ruth, who can still say "No". */
  async function spentCredit() {
    const { exchange, complete } = exchangesIn(shop.api);
    const deadline = new Date(Date.now() + epoch + DAY_MS);
    const { ruth, finn, id } = await exchange({ finn: await shop.given.student({ credits: 0 }), deadline });
    ok(await complete(finn, id));
    const spent = await exchange({ ruth: finn });
    ok(await complete(spent.finn, spent.id));
    return { ruth, finn, id };
  }

  it('is left to an operator once its credits have paid what the student owed: confederates would have them for nothing', async () => {
    const { ruth, finn, id } = await spentCredit();
    ok(await exchangesIn(shop.api).rate(ruth, id, NO));
    ok(await shop.api.as(finn).ratings.concede({ params: { id } }));
    const intent = await shop.begin(finn);
    await close(finn);
    shop.stripe.pay(intent);
    await shop.deliver(of(intent));
    expect(await shop.credits(ruth)).toEqual({ available: 1, debt: 0 });
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
    expect((await shop.alerts('payment-kept')).at(-1)).toMatchObject({ level: 40, intent });
    expect(refundsOf(intent)).toEqual([]);
    shop.stripe.refund(intent, 5000);
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
  });

  it('is left to an operator once its credits have paid for a refunded purchase, so that no other account of the mailbox posts for nothing', async () => {
    const sam = await shop.given.student({ credits: 0 });
    const { intent: refunded } = await shop.paid(sam);
    await shop.deliver(of(refunded));
    await shop.given.completed({ of: await shop.given.request({ by: sam }) });
    shop.stripe.refund(refunded);
    await shop.deliver(of(refunded));
    expect(await shop.credits(sam)).toEqual({ available: 0, debt: 1 });
    const intent = await shop.begin(sam);
    await close(sam);
    shop.stripe.pay(intent);
    await shop.deliver(of(intent));
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
    expect((await shop.alerts('payment-kept')).at(-1)).toMatchObject({ intent });
    expect(refundsOf(intent)).toEqual([]);
    expect(await shop.credits(sam)).toEqual({ available: 11, debt: 0 });
    shop.stripe.refund(intent, 5000);
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
  });

  it('is left to an operator also when a claim takes a credit in the moment of the refund', async () => {
    const { finn, id } = await spentCredit();
    const intent = await shop.begin(finn);
    await close(finn);
    shop.stripe.pay(intent);
    await shop.deliver(of(intent));
    await overtaken(shop.db, ['SELECT ledger.open_dispute($1)', [id]], () => shop.api.reconcile());
    expect(refundsOf(intent)).toEqual([]);
    expect(await shop.credits(finn)).toEqual({ available: 11, debt: 0 });
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
    expect((await shop.alerts('payment-kept')).at(-1)).toMatchObject({ intent });
    shop.stripe.refund(intent, 5000);
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
  });

  it('pays no claim of a "No" that comes while Stripe refunds it, nor if it is reported as paid again meanwhile', async () => {
    const { ruth, finn, id } = await spentCredit();
    const intent = await shop.begin(finn);
    await close(finn);
    shop.stripe.pay(intent);
    const meanwhile = async () => {
      await shop.deliver(of(intent));
      ok(await exchangesIn(shop.api).rate(ruth, id, NO));
    };
    shop.stripe.faults.add({ on: 'POST /v1/refunds', kind: 'delay', meanwhile });
    await shop.api.reconcile();
    expect(chargeOf(intent).amount_refunded).toBe(5499);
    expect(await shop.credits(finn)).toEqual({ available: 0, debt: 0 });
    const claim = 'SELECT FROM ledger.disputes WHERE match_id = $1 AND taken_id IS NULL';
    expect(await shop.db.query(claim, [id])).toHaveLength(1);
  });

  it('is refunded also when no webhook reported it', async () => {
    const { student, intent } = await paidAfterClosing();
    await shop.api.reconcile();
    expect(chargeOf(intent).amount_refunded).toBe(5499);
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
  });

  it('is refunded also when it was settled while the account was closing', async () => {
    const student = await shop.given.student();
    await shop.given.request({ by: student });
    const { intent } = await shop.paid(student);
    // The closing waits for the accounts, then the payment for the closing or for what it holds.
    const accounts = 'SELECT FROM ledger.accounts WHERE student_id = $1 FOR UPDATE';
    await overtaken(
      shop.db,
      [accounts, [student.id]],
      () => close(student),
      () => shop.deliver(of(intent)),
    );
    expect(await shop.order(intent)).toMatchObject({ state: 'paid' });
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
    expect(chargeOf(intent).amount_refunded).toBe(5499);
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
  });

  it('is refunded once when the response to the refund is lost', async () => {
    const { student, intent } = await paidAfterClosing();
    shop.stripe.faults.add({ on: 'POST /v1/refunds', kind: 'reset', when: 'after', times: 3 });
    await expect(shop.api.reconcile()).rejects.toThrow();
    await shop.api.reconcile();
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
  });

  it('is refunded as far as the operator has not refunded it already', async () => {
    const { student, intent } = await paidAfterClosing();
    shop.stripe.refund(intent, 1000);
    await shop.api.reconcile();
    expect(refundsOf(intent).map(({ amount }) => amount)).toEqual([1000, 4499]);
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
  });

  it('raises an alert for as long as Stripe refuses the refund, and blocks nothing else', async () => {
    const { student, intent } = await paidAfterClosing();
    const { intent: later } = await paidAfterClosing();
    const { id } = shop.stripe.dispute(intent);
    const before = (await shop.alerts('refund-failed')).length;
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 2 });
    expect((await shop.alerts('refund-failed')).slice(before)).toMatchObject([{ level: 50, intent }]);
    expect([intent, later].map((one) => refundsOf(one).length)).toEqual([0, 1]);
    const last = () => shop.db.query('SELECT max(id) AS id FROM ledger.transfers');
    const lastBefore = await last();
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 1 });
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
    expect(await last()).toEqual(lastBefore);
    shop.stripe.decideDispute(id, 'won');
    await shop.api.reconcile();
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
  });

  it('is not refunded when the bank took it back first', async () => {
    const { student, intent } = await paidAfterClosing();
    shop.stripe.decideDispute(shop.stripe.dispute(intent).id, 'lost');
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
    expect(refundsOf(intent)).toEqual([]);
    expect(await shop.credits(student)).toEqual({ available: 2, debt: 0 });
  });

  it('is kept with its credits when they came before the closing', async () => {
    const { student, intent } = await shop.paid();
    await shop.deliver(of(intent));
    await close(student);
    expect(await shop.api.reconcile()).toMatchObject({ alerts: 0 });
    expect(refundsOf(intent)).toEqual([]);
    expect(await shop.credits(student)).toEqual({ available: 14, debt: 0 });
  });
});
