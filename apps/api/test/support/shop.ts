import type { PackageId } from '@spareswipe/contract';
import { signature, startFakeStripe } from '@spareswipe/fake-stripe';
import type { Stripe } from 'stripe';
import { createTestDatabase, type TestDatabase } from './database.js';
import { givenIn, type GivenStudent } from './given.js';
import { openProxy } from './postgres-proxy.js';
import { startApi, stripeSettings } from './start-api.js';
import { until } from './until.js';

const WEBHOOK = '/api/payments/webhook';
const UNPROCESSED = `SELECT FROM pgboss.job WHERE name = 'stripe-events' AND state <> 'completed'`;

interface OrderRow {
  id: string;
  state: string;
  intent: string | null;
  credits_reversed: number;
  refunded_cents: number;
  lost_cents: number;
}

/** How a posted event differs from Stripe's. `signed` replaces the text that is signed, `body` the text that is sent. */
interface Delivery {
  secrets?: string[];
  ageSeconds?: number;
  header?: string;
  body?: string;
  signed?: string;
}

/**
 * The API with its own fake Stripe, whose events a test delivers. Both share a clock. Unless it has settings of its own, it is
 * the API that the files of a worker share.
 */
export async function openShop(settings?: Record<string, string>, givenDb?: TestDatabase) {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const shared = settings ? undefined : await startApi();
  const stripe = await startFakeStripe({ now, listener: shared?.stripePort });
  const all = { ...stripeSettings(stripe.url), ...settings };
  let api = shared ?? (await startApi({ settings: all, db: givenDb }));
  const { db, inbox } = api;
  const given = givenIn(db);
  const first = api;

  /** Chooses a package and gets a session, as the page does. Returns the intent's id. */
  async function begin(student: { id: string }, packageId: PackageId = 'medium'): Promise<string> {
    const { status, body } = await api.as(student).payments.createPaymentIntent({ body: { packageId }, headers: {} });
    if (status !== 200) throw new Error(`no payment session: ${JSON.stringify(body)}`);
    return intentIn(body.clientSecret);
  }

  /** Posts an event to the webhook as Stripe does, or with what `Delivery` changes. */
  function post(
    event: Stripe.Event,
    { secrets = [stripe.webhookSecret], ageSeconds = 0, header, body = '', signed = '' }: Delivery = {},
  ) {
    const payload = signed || JSON.stringify(event);
    const timestamp = Math.floor(now().getTime() / 1000) - ageSeconds;
    const signatures = secrets.map((secret) => signature(payload, secret, timestamp).split(',')[1]);
    return api.fetch(WEBHOOK, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': header ?? [`t=${timestamp}`, ...signatures].join(','),
      },
      body: body || payload,
    });
  }

  /** Waits until every stored event is processed; throws if that takes too long. */
  const settled = (limit?: { patienceMs: number }) =>
    until('every event to be processed', async () => (await db.query(UNPROCESSED)).length === 0, limit);

  return {
    get api() {
      return api;
    },
    settings: all,
    db,
    stripe,
    given,
    begin,
    /** A student who has paid for 12 meals. The test delivers Stripe's events about it. */
    async paid(by?: GivenStudent) {
      const student = by ?? (await given.student());
      const intent = await begin(student);
      stripe.pay(intent);
      return { student, intent };
    },
    post,
    settled,
    /** Stripe's events so far, of these types or all. */
    events: (...types: string[]) =>
      [...stripe.world.events.values()].filter(({ type }) => !types.length || types.includes(type)),
    /** The events about this payment, all of them or some types. */
    eventsOf(intent: string, ...types: string[]): Stripe.Event[] {
      return this.events(...types).filter(({ data }) => {
        const object = data.object as { id?: string; payment_intent?: string };
        return object.id === intent || object.payment_intent === intent;
      });
    },
    /** Delivers these events once, in this order, and waits until they are processed. */
    async deliver(events: Stripe.Event[]): Promise<void> {
      for (const event of events) {
        const { status } = await post(event);
        if (status !== 200) throw new Error(`webhook answered ${status}`);
      }
      await settled();
    },
    /** A student who has paid for 12 meals and got them. */
    async bought() {
      const sale = await this.paid();
      await this.deliver(this.eventsOf(sale.intent));
      return sale;
    },
    async order(intent: string): Promise<OrderRow> {
      const [row] = await db.query<OrderRow>(
        `SELECT id, state, payment_intent_id AS intent, credits_reversed, refunded_cents, lost_cents
           FROM orders WHERE payment_intent_id = $1`,
        [intent],
      );
      if (!row) throw new Error(`no order for ${intent}`);
      return row;
    },
    async credits({ id }: GivenStudent): Promise<{ available: number; debt: number }> {
      const [row] = await db.query<{ available: number; debt: number }>(
        `SELECT sum(balance) FILTER (WHERE kind = 'available')::int AS available,
                -sum(balance) FILTER (WHERE kind = 'debt')::int AS debt FROM ledger.accounts WHERE student_id = $1`,
        [id],
      );
      return row!;
    },
    alerts: async (name: string) => (await api.logs()).filter(({ alert }) => alert === name),
    async aheadBy(ms: number): Promise<void> {
      aheadMs = ms;
      await api.aheadBy(ms);
    },
    /** Kills the API process and starts another one. */
    async crash(): Promise<void> {
      await api.kill();
      api = await startApi({ settings: all, db, inbox });
    },
    async close(): Promise<void> {
      if (api !== first) await api.stop();
      await first.stop();
      await stripe.stop();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** A shop whose connections to PostgreSQL a test can cut. It does not log the failures. */
export async function openFragileShop() {
  const db = await createTestDatabase();
  const proxy = await openProxy(db.url);
  const shop = await openShop({ DATABASE_URL: proxy.url, LOG_LEVEL: 'fatal' }, db);
  return {
    shop,
    proxy,
    async close(): Promise<void> {
      await shop.close();
      await proxy.close();
      await db.close();
    },
  };
}

export const intentIn = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;
