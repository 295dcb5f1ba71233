const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** The value below which this share of the values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export interface Estimate {
  mean: number;
  /** Half the width of the 95 % confidence interval. */
  margin: number;
}

/** 97.5 % quantiles of Student's t distribution, by degrees of freedom; beyond them its expansion around the normal's. */
const T = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13];
const quantileOfT = (degrees: number) => T[degrees - 1] ?? 1.96 + 2.37 / degrees + 2.82 / degrees ** 2;

/** The mean of independent runs, and how far it may be off. */
export function estimate(values: number[]): Estimate {
  const known = values.filter((value) => !Number.isNaN(value));
  const average = mean(known);
  if (known.length < 2) return { mean: average, margin: NaN };
  const variance = known.reduce((sum, value) => sum + (value - average) ** 2, 0) / (known.length - 1);
  return { mean: average, margin: quantileOfT(known.length - 1) * Math.sqrt(variance / known.length) };
}

/**
 * The mean of `values` as a share of the mean of `whole`. Both come from the same seeds, and the interval uses that: it
 * is the interval of the mean deviation of each run from this ratio. A mean of ratios would be too high where few runs
 * make `whole` small.
 */
export function ratio(values: number[], whole: number[]): Estimate {
  const pairs = values.map((value, run) => [value, whole[run]!] as const).filter((pair) => !pair.some(Number.isNaN));
  const average = mean(pairs.map(([, all]) => all));
  const share = mean(pairs.map(([value]) => value)) / average;
  return { mean: share, margin: estimate(pairs.map(([value, all]) => (value - share * all) / average)).margin };
}
