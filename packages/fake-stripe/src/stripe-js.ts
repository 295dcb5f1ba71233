import { readFileSync } from 'node:fs';

/** The stand-in for Stripe.js, as the browser runs it. */
export const stripeJs = (): string => readFileSync(new URL('../browser/stripe.js', import.meta.url), 'utf8');
