import { mealPackages, packageIds, type PackageId } from '@spareswipe/contract';
import type { Stripe } from 'stripe';
import { PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { dice } from '../../test/system/load/random-student.js';
import { cases, SEED } from '../../test/support/levels.js';
import { openFragileShop, type Shop } from '../../test/support/shop.js';
import { auditLedger } from '../ledger/audit/invariants.js';
import { HANDLED_EVENTS } from './payment-of.js';

/**
 * Random lives of orders with everything that can go wrong, all at once: events lost, late, early, doubled, in any
 * order, forged, wrong; a Stripe that hangs up or fails; connections to PostgreSQL that break in the middle of a
 * statement; students who close their account with a payment under way. At the end of every schedule the credits are
 * those paid less those refunded, with no manual repair.
 *
 * `SEED=…` repeats a run.
 */
const SCHEDULES = cases(10, { full: 2000 });
const BATCH = 100;
const LANES = 10;

const { shop, proxy, close } = await openFragileShop();
afterAll(() => close());

it(`gives the credits that were paid less those refunded, in ${SCHEDULES} schedules (seed ${SEED})`, async () => {
  for (let done = 0; done < SCHEDULES; done += BATCH) await runBatch(Math.min(BATCH, SCHEDULES - done));
  // A few schedules may see no fault of a kind; a whole batch must.
  if (SCHEDULES < BATCH) return;
  expect(accountsClosed).toBeGreaterThan(SCHEDULES / 20);
  expect(faultsSeen.cut).toBeGreaterThan(SCHEDULES / 50);
  expect(faultsSeen.forged).toBeGreaterThan(SCHEDULES / 5);
}, 7_200_000);

const faultsSeen = { cut: 0, forged: 0 };
let accountsClosed = 0;

const below = dice(SEED);
const chance = (probability: number) => below(1e6) < probability * 1e6;
const oneOf = <T>(choices: readonly T[]): T => choices[below(choices.length)]!;

type Step = () => unknown;

/** One student with one order. Its steps happen in order; anything may happen in between. */
interface Life {
  student: GivenStudent;
  packageId: PackageId;
  intent?: string;
  steps: Step[];
  isBusy: boolean;
  isClosed: boolean;
}

async function runBatch(count: number): Promise<void> {
  const lives = await Promise.all(Array.from({ length: count }, newLife));
  const deliveries: Step[] = [];
  shop.stripe.world.onEvent = (event) => deliveries.push(...deliveriesOf(event));
  await Promise.all(Array.from({ length: LANES }, () => walk(lives, deliveries)));
  if (proxy.disarm()) faultsSeen.cut++;
  shop.stripe.faults.clear();

  // The comparison with Stripe's lists finds what lost webhooks missed.
  await shop.api.reconcile();
  await expectTruth(lives);
  await expectNothingFromClosedAccounts(lives);
  // Failed events are retried later, and change nothing any more.
  await shop.db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'stripe-events' AND state = 'retry'`);
  await shop.settled();
  await expectTruth(lives);
  expect(await auditLedger(shop.db.pool)).toEqual([]);
}

/** Runs the remaining steps in random order, while things break. */
async function walk(lives: Life[], deliveries: Step[]): Promise<void> {
  for (;;) {
    const alive = lives.filter(({ steps }) => steps.length);
    if (!alive.length && !deliveries.length) return;
    breakSomething();
    const free = alive.filter(({ isBusy }) => !isBusy);
    // The remaining lives are busy in other lanes.
    if (!free.length && !deliveries.length) return;
    if (free.length && (!deliveries.length || chance(0.3))) await live(oneOf(free));
    else await deliveries.splice(below(deliveries.length), 1)[0]!();
  }
}

async function live(life: Life): Promise<void> {
  life.isBusy = true;
  await life.steps.shift()?.();
  life.isBusy = false;
}

function breakSomething(): void {
  if (chance(0.05)) {
    if (proxy.disarm()) faultsSeen.cut++;
    proxy.cutAt({ at: 1 + below(80), when: oneOf(['before', 'after']) });
  }
  if (chance(0.02))
    shop.stripe.faults.add({
      on: oneOf(['GET', 'POST']),
      kind: oneOf(['reset', 'error', 'stored-error']),
      when: oneOf(['before', 'after']),
    });
}

async function newLife(): Promise<Life> {
  const student = await shop.given.student({ credits: 0 });
  // The student's session, while nothing is broken yet.
  await shop.api.tokenOf(student);
  const life: Life = { student, packageId: oneOf(packageIds), steps: [], isBusy: false, isClosed: false };
  life.steps.push(() => begin(life));
  const pays = oneOf(['at once', 'at once', 'at once', 'after a decline', 'after 3-D Secure', 'never', 'cancels']);
  life.steps.push(...stepsOf(life, pays));
  if (chance(0.15)) life.steps.splice(1 + below(life.steps.length), 0, () => closeAccount(life));
  return life;
}

function stepsOf(life: Life, pays: string): Step[] {
  const { stripe } = shop;
  const intent = () => life.intent!;
  if (pays === 'never') return [];
  if (pays === 'cancels') return [() => stripe.cancel(intent())];
  const paying: Record<string, Step[]> = {
    'at once': [() => stripe.pay(intent())],
    'after a decline': [() => declined(intent()), () => stripe.pay(intent())],
    'after 3-D Secure': [() => stripe.pay(intent(), '4000002500003155'), () => stripe.authenticate(intent(), true)],
  };
  return [...(paying[pays] ?? []), ...backSteps(life)];
}

/** What may happen to the money later. */
function backSteps(life: Life): Step[] {
  const { price } = mealPackages[life.packageId];
  const { stripe } = shop;
  const refund = () => stripe.refund(life.intent!, 1 + below(Math.floor(price / 2)));
  const dispute = (...decisions: string[]): Step[] => {
    let id: string;
    const decide = decisions.map((decision) => () => stripe.decideDispute(id, decision));
    return [() => (id = stripe.dispute(life.intent!).id), ...decide];
  };
  return oneOf<() => Step[]>([
    () => [],
    () => [],
    () => [() => stripe.refund(life.intent!)],
    () => [refund],
    () => [refund, refund],
    () => [() => stripe.failRefund(refund().id)],
    () => [refund, () => stripe.failRefund(refund().id), refund],
    () => dispute('lost'),
    () => dispute('won'),
    () => dispute('under_review', 'lost', 'appeal_under_review', 'won'),
    () => [refund, ...dispute('lost')],
    () => [...dispute('won'), () => stripe.refund(life.intent!)],
  ])();
}

/** The student clicks until there is a session. */
async function begin(life: Life): Promise<void> {
  for (;;) {
    try {
      life.intent = await shop.begin(life.student, life.packageId);
      return;
    } catch (error) {
      if (!/no payment session|fetch failed/.test(String(error))) throw error;
    }
  }
}

/** The student closes the account, again if needed: the response may be lost after it succeeded. */
async function closeAccount(life: Life): Promise<void> {
  life.isClosed = true;
  for (let status = 0; status !== 200 && status !== 401;) {
    const response = shop.api.as(life.student).account.deactivate({ body: { password: PASSWORD } });
    ({ status } = await response.catch(() => ({ status: 0 })));
  }
}

function declined(intent: string): void {
  try {
    shop.stripe.pay(intent, '4000000000000002');
  } catch {
    // as a declined card does
  }
}

/** An event as it arrives: not at all, or up to five times; and forgeries of it. */
function deliveriesOf(event: Stripe.Event): Step[] {
  if (!HANDLED_EVENTS.some((type) => type === event.type)) return [];
  const copies = chance(0.2) ? 0 : 1 + below(5);
  const true_ = Array.from({ length: copies }, () => () => deliver(event));
  return chance(0.5) ? [...true_, () => forge(event)] : true_;
}

/** Stripe resends an event that was not accepted; here up to three times. */
async function deliver(event: Stripe.Event): Promise<void> {
  const twoSignatures = chance(0.2) ? { secrets: ['whsec_rolled', shop.stripe.webhookSecret] } : {};
  for (let tries = 0; tries < 3; tries++) {
    const { ok } = await shop.post(event, twoSignatures);
    if (ok) return;
  }
}

/** What must not count: a stranger's signature, an old one, another body, another amount, another's order. */
async function forge(event: Stripe.Event): Promise<void> {
  const { wrong, how } = oneOf<{ wrong: Stripe.Event; how: Parameters<Shop['post']>[1] }>([
    { wrong: event, how: { secrets: ['whsec_stranger'] } },
    { wrong: event, how: { ageSeconds: 301 } },
    { wrong: event, how: { body: JSON.stringify(event, null, 2) } },
    { wrong: changed(event, { amount: 1, amount_received: 1, amount_captured: 1 }), how: {} },
    {
      wrong: changed(event, { metadata: { order_id: 'a hat' }, id: 'pi_foreign', payment_intent: 'pi_foreign' }),
      how: {},
    },
  ]);
  const { status } = await shop.post(wrong, how);
  // Wrong events with a valid signature are accepted and credit nothing; a 5xx comes from a broken connection.
  if (how && Object.keys(how).length && status < 500) expect(status).toBe(400);
  faultsSeen.forged++;
}

function changed(event: Stripe.Event, change: object): Stripe.Event {
  const copy = structuredClone(event);
  Object.assign(copy.data.object, change);
  return Object.assign(copy, { id: `${event.id}_${below(1e9)}` });
}

async function expectTruth(lives: Life[]): Promise<void> {
  const given = await shop.db.query<{ student_id: string; credits: number }>(
    `SELECT a.student_id, sum(CASE WHEN t.debit_account_id = 2 THEN t.amount ELSE -t.amount END)::int AS credits
       FROM ledger.transfers t
       JOIN orders o ON o.id = t.order_id
       JOIN ledger.accounts a ON a.student_id = o.student_id AND a.kind = 'available'
      WHERE o.student_id = ANY ($1) GROUP BY a.student_id`,
    [lives.map(({ student }) => student.id)],
  );
  const found = new Map(given.map(({ student_id: id, credits }) => [id, credits]));
  const wrong = lives.filter((life) => (found.get(life.student.id) ?? 0) !== creditsDue(life));
  expect(wrong.map((life) => ({ ...life, due: creditsDue(life), found: found.get(life.student.id) }))).toEqual([]);
}

/** A closed account can no longer pay, and what it paid after closing is refunded. */
async function expectNothingFromClosedAccounts(lives: Life[]): Promise<void> {
  const closed = lives.filter(({ isClosed }) => isClosed);
  const ends = closed.map(({ intent = '' }) => shop.stripe.world.intents.get(intent)?.status);
  expect(ends.filter((status) => status !== 'succeeded' && status !== 'canceled')).toEqual([]);
  const kept = await shop.db.query(
    `SELECT o.* FROM orders o JOIN students s ON s.id = o.student_id
      WHERE s.id = ANY ($1) AND o.paid_at >= s.deactivated_at AND o.credits_reversed < o.credits`,
    [closed.map(({ student }) => student.id)],
  );
  expect(kept).toEqual([]);
  accountsClosed += closed.length;
}

/** By Stripe's own account of the payment, computed here in another way than the API does. */
function creditsDue({ intent = '', packageId }: Life): number {
  const { charges, disputes, intents } = shop.stripe.world;
  if (intents.get(intent)?.status !== 'succeeded') return 0;
  const { credits, price } = mealPackages[packageId];
  const charge = [...charges.values()].find((one) => one.payment_intent === intent && one.paid)!;
  const lost = [...disputes.values()].filter(
    ({ payment_intent, status }) => payment_intent === intent && status === 'lost',
  );
  const back = Math.min(price, charge.amount_refunded + lost.reduce((sum, { amount }) => sum + amount, 0));
  return credits - Math.ceil((back * credits) / price - 0.5);
}
