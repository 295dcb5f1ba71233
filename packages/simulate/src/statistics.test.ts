import { Random } from './random.js';
import { estimate, quantile } from './statistics.js';

it('estimates a mean with its 95 % confidence interval', () => {
  const { mean, margin } = estimate([1, 2, 3, 4, 5]);
  expect(mean).toBe(3);
  expect(margin).toBeCloseTo((2.78 * Math.sqrt(2.5)) / Math.sqrt(5), 5);
});

it('finds quantiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(values, 0.5), quantile(values, 0.9), quantile([], 0.5)]).toEqual([51, 91, NaN]);
});

it('draws as many successes as are likely, each once', () => {
  const random = new Random(1);
  const drawn: number[] = [];
  random.successes(100_000, 0.1, (index) => drawn.push(index));
  expect(Math.abs(drawn.length - 10_000)).toBeLessThan(400);
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(drawn.at(-1)).toBeLessThan(100_000);
});
