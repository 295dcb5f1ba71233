import type { Stripe } from 'stripe';
import type { Decline } from './cards.js';
import type { World } from './world.js';

/** An attempt to charge the intent's amount to a card, paid or failed. Copies the intent's metadata, as Stripe does. */
export function newCharge(world: World, intent: Stripe.PaymentIntent, failed?: Decline): Stripe.Charge {
  const charge: Stripe.Charge = {
    id: world.id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: failed ? null : world.id('txn'),
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SPARESWIPE',
    captured: !failed,
    created: world.seconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failed?.code ?? null,
    failure_message: failed?.message ?? null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? 'declined_by_network' : 'approved_by_network',
      reason: failed?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: failed ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: failed ? 'issuer_declined' : 'authorized',
    },
    paid: !failed,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: { type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: failed ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  world.charges.set(charge.id, charge);
  return charge;
}

/** The paid charge of an intent. */
export const paidCharge = (world: World, intent: string): Stripe.Charge | undefined =>
  [...world.charges.values()].find((charge) => charge.paid && charge.payment_intent === intent);
