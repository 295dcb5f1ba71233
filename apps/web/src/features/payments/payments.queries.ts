import { MAX_PAGE_SIZE, type MealPackage, type PackageId } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import type { IdempotencyHeaders } from '../../shared/api/use-intent';

export type Packages = Record<PackageId, MealPackage>;

/** What can be bought, keyed by id. */
export const mealPackages = queryOptions({
  queryKey: ['payments', 'packages'],
  queryFn: async ({ signal }) => (await unwrap(api.payments.packages({ fetchOptions: { signal } }))).packages,
  meta: { failure: 'Failed to load meal packages' },
});

/** One selection of a package. Picking the package again is another selection, with its own payment session. */
export interface Selection {
  packageId: PackageId;
  pick: number;
}

/** Starts the payment of a selection; and which purchase is the newest before it, to see when its meals arrive. */
export async function startPayment({ packageId }: Selection, headers: IdempotencyHeaders) {
  const [session, lastPurchase] = await Promise.all([
    unwrap(api.payments.createPaymentIntent({ body: { packageId }, headers })),
    // only tells when the meals have arrived: no reason to refuse the payment; null is not known
    latestPurchase().catch(() => null),
  ]);
  return { ...session, lastPurchase };
}
export type PaymentSession = Awaited<ReturnType<typeof startPayment>>;

/**
 * The payment session of one selection (spec §4). Every selection has its own cache entry, so a late response for an
 * earlier one cannot replace the later one's secret. `start` sends the call under the selection's idempotency key.
 */
export const paymentSession = (selection: Selection, start: (selection: Selection) => Promise<PaymentSession>) =>
  queryOptions({
    queryKey: ['payments', 'session', selection],
    queryFn: () => start(selection),
    retry: false,
    // loaded for a selection and by 'Retry Payment Setup', never by a refresh
    staleTime: 'static',
    gcTime: 0,
    meta: { silent: true },
  });

/** The number of the newest purchase in the student's recent meal history; it changes when paid meals have arrived. */
export async function latestPurchase(): Promise<string | undefined> {
  const { entries } = await unwrap(api.credits.history({ query: { limit: MAX_PAGE_SIZE } }));
  return entries.find(({ kind }) => kind === 'purchase')?.sequence;
}
