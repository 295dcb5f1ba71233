import type { Order, OrderState } from '../database/tables/order.entity.js';
import type { Payment } from './payment.js';

/** `seen`: looked up at Stripe, so it is how things are. `told`: in a signed event, so it was so at some time. */
export interface Word {
  seen?: Payment;
  told?: Payment;
}

export type Settlement = Pick<Order, 'state' | 'paymentIntentId' | 'refundedCents' | 'lostCents' | 'creditsReversed'>;

/** Why these words cannot be about this order, or undefined if they can. On a contradiction nothing is credited. */
export function contradiction(order: Order, { seen, told }: Word): string | undefined {
  if (order.state === 'paid' && seen?.state && seen.state !== 'paid')
    return `it was credited, but Stripe has it ${seen.state}`;
  return [seen, told].map((payment) => payment && difference(order, payment)).find(Boolean);
}

function difference(order: Order, payment: Payment): string | undefined {
  const { orderId, intentId, livemode, currency, amountCents, receivedCents } = payment;
  const compared: [what: string, ours: unknown, theirs: unknown][] = [
    ['order', order.id, orderId],
    ['intent', order.paymentIntentId ?? intentId, intentId],
    ['livemode', order.livemode, livemode],
    ['currency', order.currency, currency],
    ['amount', order.amountCents, amountCents],
    ['amount received', order.amountCents, payment.state === 'paid' ? receivedCents : undefined],
  ];
  const odd = compared.find(([, ours, theirs]) => theirs !== undefined && ours !== theirs);
  return odd && `its ${odd[0]} is ${String(odd[2])}, not ${String(odd[1])}`;
}

/**
 * The order as Stripe's word makes it. The same whatever came before and however often: what was `seen` replaces what we
 * had; what was `told` may be old news, so it only adds to it.
 */
export function settle(order: Order, { seen, told }: Word): Settlement {
  const refundedCents = Math.min(
    seen?.refundedCents ?? Math.max(order.refundedCents, told?.refundedCents ?? 0),
    order.amountCents,
  );
  const lostCents = Math.min(seen?.lostCents ?? told?.lostCents ?? order.lostCents, order.amountCents);
  const state = stateAfter(order.state, [seen?.state, told?.state]);
  return {
    state,
    paymentIntentId: seen?.intentId ?? told?.intentId ?? order.paymentIntentId,
    refundedCents,
    lostCents,
    creditsReversed: state === 'paid' ? creditsTakenBack(order, refundedCents + lostCents) : 0,
  };
}

/**
 * The credits that go with money that went back: in proportion, to the nearest credit, halves in the student's favour.
 * All of the money takes all of the credits (docs/decisions/0007-credits-of-refunds.md).
 */
export function creditsTakenBack({ credits, amountCents }: Pick<Order, 'credits' | 'amountCents'>, backCents: number) {
  const twice = 2 * credits * Math.min(backCents, amountCents);
  return Math.max(0, Math.ceil((twice - amountCents) / (2 * amountCents)));
}

function stateAfter(state: OrderState, words: Payment['state'][]): OrderState {
  if (state === 'paid' || words.includes('paid')) return 'paid';
  if (words.includes('cancelled')) return 'cancelled';
  return state === 'placed' && words.includes('open') ? 'open' : state;
}
