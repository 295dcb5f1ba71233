import type { Stripe } from 'stripe';
import { paidCharge } from './charges.js';
import { invalid, missing } from './failure.js';
import type { World } from './world.js';

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Opens a cardholder's dispute. Stripe withdraws the money at once, until the bank has decided. */
export function openDispute(world: World, paymentIntent: string, amount?: number): Stripe.Dispute {
  const charge = paidCharge(world, paymentIntent);
  if (!charge) throw missing('charge', paymentIntent, 'payment_intent');
  const dispute: Stripe.Dispute = {
    id: world.id('du'),
    object: 'dispute',
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.seconds() + 9 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: { type: 'card' },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  world.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Changes a dispute's status: `won` and `lost` close it; a lost one may still be appealed and won. */
export function decideDispute(world: World, id: string, status: Stripe.Dispute.Status): Stripe.Dispute {
  const dispute = world.disputes.get(id);
  if (!dispute) throw missing('dispute', id, 'dispute');
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
