import type { Stripe } from 'stripe';
import { paidCharge } from './charges.js';
import { invalid, missing } from './failure.js';
import type { World } from './world.js';

/** Opens a cardholder's dispute. Stripe withdraws the money at once, until the bank has decided. */
export function openDispute(world: World, paymentIntent: string, amount?: number): Stripe.Dispute {
  const charge = paidCharge(world, paymentIntent);
  if (!charge) throw missing('charge', paymentIntent);
  const dispute = {
    id: world.id('du'),
    object: 'dispute',
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    livemode: charge.livemode,
    payment_intent: charge.payment_intent,
    status: 'needs_response',
  } as Partial<Stripe.Dispute> as Stripe.Dispute;
  world.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Changes a dispute's status: `won` and `lost` close it; a lost one may still be appealed and won. */
export function decideDispute(world: World, id: string, status: Stripe.Dispute.Status): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  if (!dispute) throw missing('dispute', id);
  if (dispute.status === 'won') throw invalid('This dispute is already won.');
  dispute.status = status;
  if (status !== 'won' && status !== 'lost') {
    world.emit('charge.dispute.updated', dispute);
    return dispute;
  }
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', dispute);
  world.emit('charge.dispute.closed', dispute);
  return dispute;
}
