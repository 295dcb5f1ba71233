import { z } from 'zod';
import { packageIds } from './enums.js';
import { c, fails, idempotencyHeaders, limitedRoute, success } from './wire.js';

/** `price` in cents of a US dollar. */
export const mealPackage = z.object({
  name: z.string(),
  description: z.string(),
  price: z.number().int(),
  credits: z.number().int(),
});
export type MealPackage = z.infer<typeof mealPackage>;

const packageId = z.enum(packageIds);
export type PackageId = z.infer<typeof packageId>;

/** The meal packages on sale. To sell others, change this file only. */
export const mealPackages: Record<PackageId, MealPackage> = {
  small: { name: 'Starter', description: 'A few meals to get you through the week', price: 2499, credits: 5 },
  medium: { name: 'Regular', description: 'A meal every few days, all month long', price: 5499, credits: 12 },
  large: { name: 'Semester', description: 'Plenty to share with your friends', price: 9999, credits: 25 },
};

export const createPaymentIntent = z.object({
  packageId: z.string({ error: 'Please choose a package' }).min(1, 'Please choose a package'),
});

export const payments = c.router({
  packages: {
    method: 'GET',
    path: '/payments/packages',
    summary: 'Meal packages, keyed by id',
    responses: { 200: success({ packages: z.record(packageId, mealPackage) }) },
  },
  createPaymentIntent: {
    method: 'POST',
    path: '/payments/create-payment-intent',
    summary: 'Start paying for a package',
    metadata: limitedRoute(30),
    headers: idempotencyHeaders,
    body: createPaymentIntent,
    responses: {
      200: success({
        clientSecret: z.string(),
        publishableKey: z.string(),
        /** Where to load Stripe.js from instead of Stripe; only for development and tests. */
        stripeJsUrl: z.string().optional(),
      }),
      ...fails(
        'UNKNOWN_PACKAGE',
        'MEALS_NOT_ON_SALE',
        'STRIPE_NOT_CONFIGURED',
        'PAYMENT_PROVIDER_FAILED',
        'IDEMPOTENCY_KEY_REUSED',
      ),
    },
  },
});
