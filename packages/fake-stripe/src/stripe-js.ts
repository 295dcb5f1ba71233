import { readFileSync } from 'node:fs';

/** The source of the stand-in for Stripe.js. */
export const stripeJs = (): string => readFileSync(new URL('../browser/stripe.js', import.meta.url), 'utf8');
