import type { Stripe } from 'stripe';
import type { Decline } from './cards.js';
import type { World } from './world.js';

/** An attempt to charge the intent's amount to a card, paid or failed. Copies the intent's metadata, as Stripe does. */
export function newCharge(world: World, intent: Stripe.PaymentIntent, failed?: Decline): Stripe.Charge {
  const charge = {
    id: world.id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !failed,
    created: world.seconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: failed?.code ?? null,
    failure_message: failed?.message ?? null,
    livemode: intent.livemode,
    metadata: { ...intent.metadata },
    paid: !failed,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    refunded: false,
    status: failed ? 'failed' : 'succeeded',
  } as Stripe.Charge;
  world.charges.set(charge.id, charge);
  return charge;
}

/** The paid charge of an intent. */
export const paidCharge = (world: World, intent: string): Stripe.Charge | undefined =>
  [...world.charges.values()].find((charge) => charge.paid && charge.payment_intent === intent);
