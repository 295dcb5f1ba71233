/** Whether this is `pnpm test:full`. */
export const isFull = process.env.TEST_LEVEL === 'full';

/** Tests of `pnpm test:full` beside those of `pnpm test` that share their set-up. */
export const inFull = (define: () => void): void => {
  if (isFull) define();
};

/** The length of a test: the first number in `pnpm test`, the second in `pnpm test:full`. */
export const short = (amount: number, { full }: { full: number }): number => (isFull ? full : amount);

/** How often a race is run. */
export const ROUNDS = short(2, { full: 20 });

/** One in `every` of these in `pnpm test`, all of them in `pnpm test:full`. */
export const sample = <T>(all: T[], { every }: { every: number }): T[] =>
  all.filter((_, index) => index % short(every, { full: 1 }) === 0);

/**
 * The cases of a random test. Each night tries others, so a thousand of them are reached within days. `TEST_CASES=…` sets
 * another number, for a long search.
 */
export const cases = (amount: number, { full }: { full: number }): number =>
  Number(process.env.TEST_CASES ?? short(amount, { full }));

/** Of random tests: in `pnpm test` always the same, in `pnpm test:full` another in each run. `SEED=…` repeats one. */
export const SEED = Number(process.env.SEED ?? short(1, { full: Date.now() % 2 ** 31 }));
