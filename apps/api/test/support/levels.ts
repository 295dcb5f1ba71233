/** The length of a test: the first number in `pnpm test`, the second in `pnpm test:full`. */
export const short = (amount: number, { full }: { full: number }): number =>
  process.env.TEST_LEVEL === 'full' ? full : amount;

/** One in `every` of these in `pnpm test`, all of them in `pnpm test:full`. */
export const sample = <T>(all: T[], { every }: { every: number }): T[] =>
  all.filter((_, index) => index % short(every, { full: 1 }) === 0);
