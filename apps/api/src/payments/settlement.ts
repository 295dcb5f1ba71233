import type { Order, OrderState } from '../platform/database/tables/order.entity.js';
import type { Payment } from './payment.js';

/** What Stripe reports about a payment. */
export interface StripeReport {
  /** The current state, retrieved from Stripe's API. */
  snapshot?: Payment;
  /** The state when a signed event was made; it may be outdated. */
  event?: Payment;
}

export type Settlement = Pick<Order, 'state' | 'paymentIntentId' | 'refundedCents' | 'lostCents' | 'creditsReversed'>;

/** How a report contradicts the order, or undefined if it does not. On a contradiction nothing is credited. */
export function contradiction(order: Order, { snapshot, event }: StripeReport): string | undefined {
  if (order.state === 'paid' && snapshot?.state && snapshot.state !== 'paid')
    return `it was credited, but Stripe has it ${snapshot.state}`;
  return [snapshot, event].map((payment) => payment && difference(order, payment)).find(Boolean);
}

function difference(order: Order, payment: Payment): string | undefined {
  const { orderId, intentId, livemode, currency, amountCents, receivedCents } = payment;
  const compared: [field: string, ours: unknown, theirs: unknown][] = [
    ['order', order.id, orderId],
    ['intent', order.paymentIntentId ?? intentId, intentId],
    ['livemode', order.livemode, livemode],
    ['currency', order.currency, currency],
    ['amount', order.amountCents, amountCents],
    ['amount received', order.amountCents, payment.state === 'paid' ? receivedCents : undefined],
  ];
  const mismatch = compared.find(([, ours, theirs]) => theirs !== undefined && ours !== theirs);
  if (!mismatch) return undefined;
  const [field, ours, theirs] = mismatch;
  return `its ${field} is ${String(theirs)}, not ${String(ours)}`;
}

/**
 * The order after a report. The result does not depend on how often or in which order reports come: a snapshot replaces
 * what we had; an event may be outdated, so it only adds to it.
 */
export function settle(order: Order, { snapshot, event }: StripeReport): Settlement {
  const refundedCents = Math.min(
    snapshot?.refundedCents ?? Math.max(order.refundedCents, event?.refundedCents ?? 0),
    order.amountCents,
  );
  const lostCents = Math.min(snapshot?.lostCents ?? event?.lostCents ?? order.lostCents, order.amountCents);
  const state = stateAfter(order.state, [snapshot?.state, event?.state]);
  return {
    state,
    paymentIntentId: snapshot?.intentId ?? event?.intentId ?? order.paymentIntentId,
    refundedCents,
    lostCents,
    creditsReversed: state === 'paid' ? creditsReversed(order, refundedCents + lostCents) : 0,
  };
}

const creditsReversed = (order: Order, returnedCents: number): number =>
  order.refundDue ? order.credits : creditsTakenBack(order, returnedCents);

/**
 * The credits taken back for money that was returned: in proportion, to the nearest credit, halves in the student's favour.
 * All of the money takes all of the credits (docs/decisions/0007-credits-of-refunds.md).
 */
export function creditsTakenBack(
  { credits, amountCents }: Pick<Order, 'credits' | 'amountCents'>,
  returnedCents: number,
) {
  const twice = 2 * credits * Math.min(returnedCents, amountCents);
  return Math.max(0, Math.ceil((twice - amountCents) / (2 * amountCents)));
}

function stateAfter(state: OrderState, reported: Payment['state'][]): OrderState {
  if (state === 'paid' || reported.includes('paid')) return 'paid';
  if (reported.includes('cancelled')) return 'cancelled';
  return state === 'placed' && reported.includes('open') ? 'open' : state;
}
