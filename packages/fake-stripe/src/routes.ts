import { missing } from './failure.js';
import { authenticateIntent, cancelIntent, confirmIntent, createIntent, intentOf } from './intents.js';
import { expanded, page, type ListParams } from './lists.js';
import { createRefund } from './refunds.js';
import type { World } from './world.js';

type Handler<Params> = (world: World, params: Params, id: string) => object;

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  handle: Handler<object>;
}

const on = <Params extends object>(method: Route['method'], path: string, handle: Handler<Params>): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
  handle: handle as Handler<object>,
});

interface Expanding {
  expand?: Record<string, string>;
}

/** The calls of Stripe's API that ours makes, with the secret key. */
export const routes: Route[] = [
  on('POST', 'payment_intents', createIntent),
  on('GET', 'payment_intents', (world, { expand = {}, ...params }: ListParams & Expanding) => {
    const list = page(world.intents.values(), params, '/v1/payment_intents');
    const paths = Object.values(expand).map((path) => path.replace(/^data\./, ''));
    return { ...list, data: list.data.map((intent) => expanded(world, intent, paths)) };
  }),
  on('GET', 'payment_intents/:id', (world, { expand = {} }: Expanding, id) =>
    expanded(world, intentOf(world, id), Object.values(expand)),
  ),
  on('POST', 'payment_intents/:id/cancel', (world, _params: object, id) => cancelIntent(world, id)),
  on('POST', 'refunds', createRefund),
  on('GET', 'refunds', (world, params: ListParams) => page(world.refunds.values(), params, '/v1/refunds')),
  on('GET', 'disputes', (world, { payment_intent: intent, ...params }: ListParams & { payment_intent?: string }) => {
    const found = [...world.disputes.values()].filter(
      (dispute) => intent === undefined || dispute.payment_intent === intent,
    );
    return page(found, params, '/v1/disputes');
  }),
];

interface Confirming {
  client_secret?: string;
  payment_method_data?: { card?: { number?: string } };
}
interface Responding {
  client_secret?: string;
  accepted?: boolean;
}

/** The calls that a page may make with the publishable key and the intent's secret: pay it, and respond to the bank. */
export const pageRoutes: Route[] = [
  on('POST', 'payment_intents/:id/confirm', (world, params: Confirming, id) => {
    assertSecret(world, id, params.client_secret);
    return confirmIntent(world, id, params.payment_method_data?.card?.number ?? '');
  }),
  on('POST', '3ds/:id', (world, params: Responding, id) => {
    assertSecret(world, id, params.client_secret);
    return authenticateIntent(world, id, params.accepted === true);
  }),
];

function assertSecret(world: World, id: string, secret: string | undefined): void {
  if (intentOf(world, id).client_secret !== secret) throw missing('payment_intent', id);
}
