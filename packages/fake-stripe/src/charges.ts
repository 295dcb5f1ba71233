import type { Stripe } from 'stripe';
import type { World } from './world.js';

/** An attempt to charge the intent's amount to a card. Copies the intent's metadata, as Stripe does. */
export function newCharge(
  world: World,
  { id, amount, currency, livemode, metadata }: Stripe.PaymentIntent,
  status: 'succeeded' | 'failed',
): Stripe.Charge {
  const paid = status === 'succeeded';
  const charge = {
    id: world.id('ch'),
    object: 'charge',
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded: 0,
    created: world.seconds(),
    currency,
    disputed: false,
    livemode,
    metadata: { ...metadata },
    paid,
    payment_intent: id,
    refunded: false,
    status,
  } as Stripe.Charge;
  world.charges.set(charge.id, charge);
  return charge;
}

/** The paid charge of an intent. */
export const paidCharge = (world: World, intent: string): Stripe.Charge | undefined =>
  [...world.charges.values()].find((charge) => charge.paid && charge.payment_intent === intent);
