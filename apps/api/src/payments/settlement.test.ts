import fc from 'fast-check';
import { creditsTakenBack } from './settlement.js';

const medium = { credits: 12, amountCents: 5499 };

describe('credits taken back for returned money', () => {
  it.each([
    ['nothing', 0, 0],
    ['a cent', 1, 0],
    ['just under half the price of a meal', 229, 0],
    ['the price of one meal, rounded down to cents', 458, 1],
    ['the price of one meal, rounded up to cents', 459, 1],
    ['half of the money', 2750, 6],
    ['all but a cent', 5498, 12],
    ['all of the money', 5499, 12],
    ['more than was paid, by a refund and a lost dispute together', 9000, 12],
  ])('for %s', (_, cents, credits) => {
    expect(creditsTakenBack(medium, cents)).toBe(credits);
  });

  it('rounds halves in the favour of the student', () => {
    expect(creditsTakenBack({ credits: 5, amountCents: 1000 }, 100)).toBe(0);
    expect(creditsTakenBack({ credits: 5, amountCents: 1000 }, 101)).toBe(1);
  });

  it('never takes less for more money, nor more than half a credit too many or too few', () => {
    const order = fc.record({
      credits: fc.integer({ min: 1, max: 1000 }),
      amountCents: fc.integer({ min: 50, max: 1e8 }),
    });
    fc.assert(
      fc.property(
        order,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (sold, a, b) => {
          const [less, more] = [a, b].sort((x, y) => x - y).map((share) => Math.floor(share * sold.amountCents));
          expect(creditsTakenBack(sold, less!)).toBeLessThanOrEqual(creditsTakenBack(sold, more!));
          const exact = (sold.credits * more!) / sold.amountCents;
          expect(Math.abs(creditsTakenBack(sold, more!) - exact)).toBeLessThanOrEqual(0.5 + 1e-9);
        },
      ),
    );
  });
});
