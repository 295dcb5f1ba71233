/** The length of a test: the first number in `pnpm test`, the second in `pnpm test:nightly`. */
export const short = (amount: number, { nightly }: { nightly: number }): number =>
  process.env.NIGHTLY ? nightly : amount;

/** One in `every` of these in `pnpm test`, all of them in `pnpm test:nightly`. */
export const sample = <T>(all: T[], { every }: { every: number }): T[] =>
  all.filter((_, index) => index % short(every, { nightly: 1 }) === 0);
