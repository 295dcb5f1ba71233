/** Cents as dollars with two decimals: 5499 → '$54.99'. */
export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
