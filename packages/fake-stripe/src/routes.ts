import type { Stripe } from 'stripe';
import { missing } from './failure.js';
import type { Raw } from './form.js';
import { authenticateIntent, cancelIntent, confirmIntent, createIntent, intentOf } from './intents.js';
import { expanded, page, type ListParams } from './lists.js';
import * as takes from './parameters.js';
import { createRefund } from './refunds.js';
import { read } from './shape.js';
import type { World } from './world.js';

type Form = { [name: string]: Raw };
type Handler = (world: World, form: Form, id: string) => object;

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  handle: Handler;
}

const on = (method: Route['method'], path: string, handle: Handler): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
  handle,
});

/** The calls of Stripe's API that ours makes, with the secret key. */
export const routes: Route[] = [
  on('POST', 'payment_intents', (world, form) =>
    createIntent(world, read<Stripe.PaymentIntentCreateParams>(takes.createIntent, form)),
  ),
  on('GET', 'payment_intents', (world, form) => {
    const { expand = [], ...params } = read<ListParams & { expand?: string[] }>(takes.listIntents, form);
    const list = page(world.intents.values(), params, '/v1/payment_intents');
    const paths = expand.map((path) => path.replace(/^data\./, ''));
    return { ...list, data: list.data.map((intent) => expanded(world, intent, paths)) };
  }),
  on('GET', 'payment_intents/:id', (world, form, id) => {
    const { expand } = read<Stripe.PaymentIntentRetrieveParams>(takes.retrieveIntent, form);
    return expanded(world, intentOf(world, id), expand);
  }),
  on('POST', 'payment_intents/:id/cancel', (world, form, id) =>
    cancelIntent(world, id, read<Stripe.PaymentIntentCancelParams>(takes.cancelIntent, form)),
  ),
  on('POST', 'refunds', (world, form) =>
    createRefund(world, read<Stripe.RefundCreateParams>(takes.createRefund, form)),
  ),
  on('GET', 'refunds', (world, form) =>
    page(world.refunds.values(), read<ListParams>(takes.listRefunds, form), '/v1/refunds'),
  ),
  on('GET', 'disputes', (world, form) => {
    const { payment_intent: intent, ...params } = read<ListParams & { payment_intent?: string }>(
      takes.listDisputes,
      form,
    );
    const found = [...world.disputes.values()].filter(
      (dispute) => intent === undefined || dispute.payment_intent === intent,
    );
    return page(found, params, '/v1/disputes');
  }),
];

/** The calls that a page may make with the publishable key and the intent's secret: pay it, and respond to the bank. */
export const pageRoutes: Route[] = [
  on('POST', 'payment_intents/:id/confirm', (world, form, id) => {
    const { client_secret: secret, payment_method_data: method } = read<takes.BrowserConfirm>(
      takes.browserConfirm,
      form,
    );
    assertSecret(world, id, secret);
    return asSeenByPage(confirmIntent(world, id, method?.card?.number ?? ''));
  }),
  on('POST', '3ds/:id', (world, form, id) => {
    const { client_secret: secret, accepted } = read<takes.BankAnswer>(takes.bankAnswer, form);
    assertSecret(world, id, secret);
    return asSeenByPage(authenticateIntent(world, id, accepted === true));
  }),
];

function assertSecret(world: World, id: string, secret: string | undefined): void {
  if (intentOf(world, id).client_secret !== secret) throw missing('payment_intent', id, 'intent');
}

/** The fields that Stripe shows to a publishable key: no metadata, charges or customers. */
function asSeenByPage(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const { id, object, amount, client_secret, created, currency, description, last_payment_error, livemode } = intent;
  const { next_action, payment_method, payment_method_types, status, canceled_at, capture_method } = intent;
  return {
    ...{ id, object, amount, client_secret, created, currency, description, last_payment_error, livemode },
    ...{ next_action, payment_method, payment_method_types, status, canceled_at, capture_method },
  };
}
