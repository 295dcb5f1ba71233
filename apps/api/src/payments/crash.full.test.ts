import type { GivenStudent } from '../../test/support/given.js';
import { openFragileShop } from '../../test/support/shop.js';
import { auditLedger } from '../ledger/audit/invariants.js';

/**
 * A sale and half its refund, interrupted at each message between the API and PostgreSQL in turn: the connection
 * breaks, or the API dies. It is enough that the student clicks again and Stripe sends its events again.
 */
/** How many times the whole process dies. */
const KILLS = 60;

const { shop, proxy, close } = await openFragileShop();
let crashing: Promise<void> | undefined;
afterAll(() => close());

it('credits correctly when the connection breaks at any message', async () => {
  for (const when of ['before', 'after'] as const)
    for (let at = 1, cut = true; cut; at++) {
      const student = await given();
      proxy.cutAt({ at, when });
      await sellAndRefundHalf(student);
      cut = proxy.disarm();
      expect({ at, when, ...(await shop.credits(student)) }).toEqual({ at, when, available: 8, debt: 0 });
    }
  expect(await auditLedger(shop.db.pool)).toEqual([]);
}, 1_800_000);

it('credits correctly when the API is killed at any message', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const student = await given();
    const at = 5 + ((kill * 37) % 120);
    proxy.cutAt({ at, when: oneOf(kill), then: () => (crashing = shop.crash()) });
    await sellAndRefundHalf(student);
    proxy.disarm();
    await crashing;
    crashing = undefined;
    expect({ at, ...(await shop.credits(student)) }).toEqual({ at, available: 8, debt: 0 });
  }
  expect(await auditLedger(shop.db.pool)).toEqual([]);
}, 1_800_000);

const oneOf = (turn: number) => (turn % 2 ? 'before' : 'after');

/** A student with a session of their own. The pool may still hold the connection that broke last. */
async function given(): Promise<GivenStudent> {
  const student = await shop.given.student();
  await untilItWorks(() => shop.api.tokenOf(student));
  return student;
}

async function sellAndRefundHalf(student: GivenStudent): Promise<void> {
  const intent = await untilItWorks(() => shop.begin(student));
  shop.stripe.pay(intent);
  await deliver('payment_intent.succeeded', intent);
  shop.stripe.refund(intent, 2750);
  await deliver('charge.refunded', intent);
}

async function deliver(type: string, intent: string): Promise<void> {
  const event = shop.events(type).find(({ data }) => JSON.stringify(data).includes(intent))!;
  await untilItWorks(async () => {
    const { status } = await shop.post(event);
    if (status !== 200) throw new Error(`webhook returned ${status}`);
  });
  await untilItWorks(async () => {
    // An event whose worker died is due again when its job expires; that time is over now.
    await shop.db.query(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE name = 'stripe-events' AND state IN ('active', 'retry')`,
    );
    await shop.settled({ patienceMs: 300 });
  });
}

/** Students and Stripe try again once the API is back. */
async function untilItWorks<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      await crashing;
      return await attempt();
    } catch (error) {
      if (tries === 100) throw error;
    }
  }
}
