import type { Stripe } from 'stripe';
import { paidCharge } from './charges.js';
import { invalid, missing } from './failure.js';
import type { World } from './world.js';

export function createRefund(world: World, params: Stripe.RefundCreateParams): Stripe.Refund {
  const charge = paidCharge(world, params.payment_intent ?? '');
  if (!charge) throw invalid('This PaymentIntent does not have a successful charge to refund.');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (isDisputed(world, charge))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  const amount = params.amount ?? left;
  if (amount > left) throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
  const refund = {
    id: world.id('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    metadata: (params.metadata || {}) as Stripe.Metadata,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  } as Stripe.Refund;
  world.refunds.set(refund.id, refund);
  addRefunded(charge, amount);
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge);
  return refund;
}

/** Fails a refund, as happens days later when the bank cannot accept the money; the charge counts as paid again. */
export function failRefund(world: World, id: string): Stripe.Refund {
  const refund = world.refunds.get(id);
  if (!refund) throw missing('refund', id);
  if (refund.status !== 'succeeded' || typeof refund.charge !== 'string') throw invalid('This refund cannot fail.');
  refund.status = 'failed';
  addRefunded(world.charges.get(refund.charge)!, -refund.amount);
  world.emit('refund.updated', refund);
  world.emit('refund.failed', refund);
  return refund;
}

function addRefunded(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

/** The bank has taken the money back, or may do so. */
const isDisputed = (world: World, charge: Stripe.Charge) =>
  [...world.disputes.values()].some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
