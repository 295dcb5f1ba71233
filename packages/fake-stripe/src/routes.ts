import type { Stripe } from 'stripe';
import { chargeOf } from './charges.js';
import { decideDispute, disputeOf } from './disputes.js';
import { missing } from './failure.js';
import type { Raw } from './form.js';
import { cancelIntent, confirmIntent, createIntent, intentOf } from './intents.js';
import { expanded, expandedPage, page } from './lists.js';
import * as takes from './parameters.js';
import { createRefund, refundOf } from './refunds.js';
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

/** The calls of Stripe's API that the fake implements for a secret key. */
export const routes: Route[] = [
  on('POST', 'payment_intents', (world, form) => {
    const params = read<Stripe.PaymentIntentCreateParams>(takes.createIntent, form);
    return expanded(world, createIntent(world, params), params.expand);
  }),
  on('GET', 'payment_intents', (world, form) => {
    const params = read<Stripe.PaymentIntentListParams>(takes.listIntents, form);
    return expandedPage(world, page(world.intents.values(), params, '/v1/payment_intents'), params.expand);
  }),
  on('GET', 'payment_intents/:id', (world, form, id) => {
    const params = read<Stripe.PaymentIntentRetrieveParams>(takes.retrieveIntent, form);
    return expanded(world, intentOf(world, id), params.expand);
  }),
  on('POST', 'payment_intents/:id/cancel', (world, form, id) => {
    const params = read<Stripe.PaymentIntentCancelParams>(takes.cancelIntent, form);
    return expanded(world, cancelIntent(world, id, params), params.expand);
  }),
  on('POST', 'refunds', (world, form) => {
    const params = read<Stripe.RefundCreateParams>(takes.createRefund, form);
    return expanded(world, createRefund(world, params), params.expand);
  }),
  on('GET', 'refunds', (world, form) => {
    const params = read<Stripe.RefundListParams>(takes.listRefunds, form);
    const found = [...world.refunds.values()].filter(of(params));
    return expandedPage(world, page(found, params, '/v1/refunds'), params.expand);
  }),
  on('GET', 'refunds/:id', (world, form, id) =>
    expanded(world, refundOf(world, id), read<{ expand?: string[] }>(takes.retrieve, form).expand),
  ),
  on('GET', 'charges', (world, form) => {
    const params = read<Stripe.ChargeListParams>(takes.listCharges, form);
    const found = [...world.charges.values()].filter(of(params));
    return expandedPage(world, page(found, params, '/v1/charges'), params.expand);
  }),
  on('GET', 'charges/:id', (world, form, id) =>
    expanded(world, chargeOf(world, id), read<{ expand?: string[] }>(takes.retrieve, form).expand),
  ),
  on('GET', 'disputes', (world, form) => {
    const params = read<Stripe.DisputeListParams>(takes.listDisputes, form);
    const found = [...world.disputes.values()].filter(of(params));
    return expandedPage(world, page(found, params, '/v1/disputes'), params.expand);
  }),
  on('GET', 'disputes/:id', (world, form, id) =>
    expanded(world, disputeOf(world, id), read<{ expand?: string[] }>(takes.retrieve, form).expand),
  ),
  on('POST', 'disputes/:id/close', (world, form, id) => {
    const { expand } = read<{ expand?: string[] }>(takes.retrieve, form);
    return expanded(world, decideDispute(world, id, 'lost'), expand);
  }),
  on('GET', 'events', (world, form) => {
    const params = read<Stripe.EventListParams>(takes.listEvents, form);
    const types = params.types ?? (params.type ? [params.type] : undefined);
    const found = [...world.events.values()].filter(({ type }) => !types || types.includes(type));
    return expandedPage(world, page(found, params, '/v1/events'), params.expand);
  }),
  on('GET', 'events/:id', (world, form, id) => {
    read<{ expand?: string[] }>(takes.retrieve, form);
    const event = world.events.get(id);
    if (!event) throw missing('event', id, 'id');
    return event;
  }),
];

/** The calls that a page may make with the publishable key and the intent's secret: read the intent and pay it. */
export const pageRoutes: Route[] = [
  on('GET', 'payment_intents/:id', (world, form, id) => {
    const { client_secret: secret } = read<takes.BrowserConfirm>(takes.browserConfirm, form);
    return asSeenByPage(intentWithSecret(world, id, secret));
  }),
  on('POST', 'payment_intents/:id/confirm', (world, form, id) => {
    const { client_secret: secret, payment_method_data: method } = read<takes.BrowserConfirm>(
      takes.browserConfirm,
      form,
    );
    intentWithSecret(world, id, secret);
    return asSeenByPage(confirmIntent(world, id, method?.card?.number ?? ''));
  }),
];

export function intentWithSecret(world: World, id: string, secret: string | undefined): Stripe.PaymentIntent {
  const intent = intentOf(world, id);
  if (intent.client_secret !== secret) throw missing('payment_intent', id, 'intent');
  return intent;
}

/** The fields that Stripe shows to a publishable key: no metadata, charges or customers. */
export function asSeenByPage(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const { id, object, amount, client_secret, created, currency, description, last_payment_error, livemode } = intent;
  const { next_action, payment_method, payment_method_types, status, canceled_at, capture_method } = intent;
  return {
    ...{ id, object, amount, client_secret, created, currency, description, last_payment_error, livemode },
    ...{ next_action, payment_method, payment_method_types, status, canceled_at, capture_method },
  };
}

const of =
  (by: { charge?: string; payment_intent?: string }) =>
  (object: { id: string; object: string; charge?: unknown; payment_intent?: unknown }): boolean =>
    (by.charge === undefined || object.charge === by.charge) &&
    (by.payment_intent === undefined || object.payment_intent === by.payment_intent);
