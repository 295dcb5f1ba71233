import type { Stripe } from 'stripe';
import type { Payment } from './payment.js';

/** Money stays away while an appeal against a lost dispute runs. */
const LOST: Stripe.Dispute.Status[] = ['lost', 'appeal_needs_response', 'appeal_under_review'];

type OfIntent = Pick<Stripe.Charge, 'payment_intent'>;

/** The id of the intent that an object belongs to; undefined where it has none. */
export const intentOf = ({ payment_intent: intent }: OfIntent): string | undefined =>
  typeof intent === 'string' ? intent : intent?.id;

export function paymentOfIntent(intent: Stripe.PaymentIntent): Payment {
  const { id: intentId, amount, amount_received, currency, livemode, metadata, status } = intent;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null; // null unless expanded
  const state = status === 'succeeded' ? 'paid' : status === 'canceled' ? 'cancelled' : 'open';
  return {
    intentId,
    orderId: metadata['order_id'],
    livemode,
    currency,
    state,
    amountCents: amount,
    receivedCents: amount_received,
    ...(state === 'paid' && charge && { refundedCents: charge.amount_refunded, disputed: charge.disputed }),
  };
}

/** A prevented dispute counts as lost if it was prevented by returning the money; its balance transactions show that. */
const isLost = ({ status, balance_transactions: transactions }: Stripe.Dispute): boolean =>
  LOST.includes(status) || (status === 'prevented' && transactions.reduce((sum, { amount }) => sum + amount, 0) < 0);

export const lostCentsOf = (disputes: Stripe.Dispute[]): number =>
  disputes.filter(isLost).reduce((sum, { amount }) => sum + amount, 0);

/** The events that move credits; a webhook endpoint at Stripe has to be subscribed to these (docs/payments.md). */
export const HANDLED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event.Type[];

/** The payment in an event, or undefined if the event moves no credits. */
export function paymentOfEvent(event: Stripe.Event): Payment | undefined {
  if (!isHandled(event)) return undefined;
  const { object } = event.data;
  if (object.object === 'payment_intent') return paymentOfIntent(object);
  if (object.object === 'charge') return paymentOfCharge(object);
  return object.object === 'dispute' ? paymentOfDispute(object) : partialPayment(event.livemode, object);
}

const isHandled = (event: Stripe.Event): event is Extract<Stripe.Event, { type: (typeof HANDLED_EVENTS)[number] }> =>
  HANDLED_EVENTS.some((type) => type === event.type);

/** Whether the payment may have changed since the event, so that a snapshot of it is needed. */
export const needsSnapshot = (type: string): boolean => type.startsWith('charge.') || type.startsWith('refund.');

function paymentOfCharge(charge: Stripe.Charge): Payment | undefined {
  const payment = partialPayment(charge.livemode, charge);
  const { amount, amount_captured, amount_refunded, currency, metadata, paid } = charge;
  return (
    payment && {
      ...payment,
      orderId: metadata['order_id'],
      currency,
      amountCents: amount,
      refundedCents: amount_refunded,
      ...(paid && { state: 'paid', receivedCents: amount_captured }),
    }
  );
}

function paymentOfDispute(dispute: Stripe.Dispute): Payment | undefined {
  const payment = partialPayment(dispute.livemode, dispute);
  const decided = dispute.status === 'won' || isLost(dispute);
  return payment && { ...payment, disputed: true, ...(decided && { lostCents: lostCentsOf([dispute]) }) };
}

function partialPayment(livemode: boolean, object: OfIntent): Payment | undefined {
  const intentId = intentOf(object);
  return intentId === undefined ? undefined : { intentId, livemode };
}
