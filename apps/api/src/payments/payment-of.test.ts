import type { Stripe } from 'stripe';
import { lostCentsOf } from './payment-of.js';

const dispute = (status: Stripe.Dispute.Status, ...moved: number[]) =>
  ({ status, amount: 5499, balance_transactions: moved.map((amount) => ({ amount })) }) as Stripe.Dispute;

describe('money lost in disputes', () => {
  it.each([
    ['nothing, while the bank has not decided', [dispute('needs_response', -5499)], 0],
    ['a lost dispute', [dispute('lost', -5499)], 5499],
    ['nothing, when it is won', [dispute('won', -5499, 5499)], 0],
    ['a lost one under appeal', [dispute('appeal_under_review', -5499)], 5499],
    ['nothing, when a dispute was prevented by proof', [dispute('prevented')], 0],
    ['one that was prevented by giving the money back', [dispute('prevented', -5499)], 5499],
    ['each of several', [dispute('lost', -5499), dispute('won', -5499, 5499), dispute('prevented', -5499)], 10_998],
  ])('is %s', (_, disputes, cents) => {
    expect(lostCentsOf(disputes)).toBe(cents);
  });
});
