import { Random } from './random.js';
import { estimate, quantile, ratio } from './statistics.js';

it('estimates a mean with its 95 % confidence interval', () => {
  const { mean, margin } = estimate([1, 2, 3, 4, 5]);
  expect(mean).toBe(3);
  expect(margin).toBeCloseTo((2.78 * Math.sqrt(2.5)) / Math.sqrt(5), 5);
});

it('estimates a ratio of means, with an interval that uses that both come from the same seeds', () => {
  const whole = [10, 20, 30, 40];
  const half = ratio([5, 10, 15, 20], whole);
  expect(half).toEqual({ mean: 0.5, margin: 0 });
  const noisy = ratio([6, 9, 16, 19], whole);
  expect(noisy.mean).toBe(0.5);
  // deviations from one half of 1 each, on a mean of 25
  expect(noisy.margin).toBeCloseTo((3.18 * Math.sqrt(4 / 3)) / Math.sqrt(4) / 25, 5);
  expect(ratio([1, NaN, 3], [2, 5, 6]).mean).toBe(0.5);
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
