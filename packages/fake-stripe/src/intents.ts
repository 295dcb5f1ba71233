import type { Stripe } from 'stripe';
import { answerOf } from './cards.js';
import { newCharge } from './charges.js';
import { Failure, missing } from './failure.js';
import type { World } from './world.js';

const CANCELABLE: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_action', 'processing'];
const CONFIRMABLE: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_action'];

export function createIntent(world: World, params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntent {
  const id = world.id('pi');
  const intent = {
    id,
    object: 'payment_intent',
    amount: params.amount,
    amount_received: 0,
    client_secret: `${id}_${world.id('secret')}`,
    created: world.seconds(),
    currency: params.currency,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    status: 'requires_payment_method',
  } as Stripe.PaymentIntent;
  world.intents.set(id, intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

export function intentOf(world: World, id: string): Stripe.PaymentIntent {
  const intent = world.intents.get(id);
  if (!intent) throw missing('payment_intent', id);
  return intent;
}

/** Charges a card: it pays, is declined with 402, or waits for the student to authenticate. */
export function confirmIntent(world: World, id: string, cardNumber: string): Stripe.PaymentIntent {
  const intent = intentOf(world, id);
  if (!CONFIRMABLE.includes(intent.status)) throw unexpected(intent, 'confirm');
  const answer = answerOf(cardNumber);
  intent.last_payment_error = null;
  if (answer === 'pays') return pay(world, intent);
  if (answer !== 'authenticates') throw decline(world, intent, answer.declined);
  intent.status = 'requires_action';
  world.emit('payment_intent.requires_action', intent);
  return intent;
}

/** Ends 3-D Secure: the bank accepts or refuses the student. */
export function authenticateIntent(world: World, id: string, accepted: boolean): Stripe.PaymentIntent {
  const intent = intentOf(world, id);
  if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate');
  if (accepted) return pay(world, intent);
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  world.emit('payment_intent.payment_failed', intent);
  return intent;
}

export function cancelIntent(world: World, id: string): Stripe.PaymentIntent {
  const intent = intentOf(world, id);
  if (!CANCELABLE.includes(intent.status)) throw unexpected(intent, 'cancel');
  intent.status = 'canceled';
  world.emit('payment_intent.canceled', intent);
  return intent;
}

function pay(world: World, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const charge = newCharge(world, intent, 'succeeded');
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  return intent;
}

function decline(world: World, intent: Stripe.PaymentIntent, message: string) {
  const charge = newCharge(world, intent, 'failed');
  const error = { type: 'card_error', code: 'card_declined', message } as const;
  intent.latest_charge = charge.id;
  intent.status = 'requires_payment_method';
  intent.last_payment_error = error;
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', intent);
  return new Failure(402, { ...error, payment_intent: structuredClone(intent) });
}

const unexpected = (intent: Stripe.PaymentIntent, what: string) =>
  new Failure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: structuredClone(intent),
  });
