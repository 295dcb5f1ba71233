export const isFull = process.env.TEST_LEVEL === 'full';

/** The length of a test: the first value in `pnpm test`, the second in `pnpm test:full`. */
export const short = <T>(value: T, { full }: { full: T }): T => (isFull ? full : value);
