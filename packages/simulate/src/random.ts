import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random numbers that are the same for the same seed. */
export class Random {
  private readonly generator;

  constructor(seed: number) {
    this.generator = xoroshiro128plus(seed);
  }

  /** From 0 up to, but not including, 1. */
  uniform(): number {
    return uniformFloat64(this.generator);
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  index(length: number): number {
    return Math.floor(this.uniform() * length);
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** `spread` is the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal());
  }

  poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    let count = 0;
    for (let product = this.uniform(), limit = Math.exp(-mean); product > limit; product *= this.uniform()) count++;
    return count;
  }

  /** Calls back for each of `count` independent trials that succeed. It skips the failures, so few successes are quick. */
  successes(count: number, probability: number, each: (index: number) => void): void {
    const scale = Math.log(1 - probability);
    const skip = () => Math.floor(Math.log(1 - this.uniform()) / scale);
    for (let index = skip(); index < count; index += 1 + skip()) each(index);
  }
}
