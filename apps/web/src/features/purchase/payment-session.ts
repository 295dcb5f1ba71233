import type { PackageId } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { onceMore } from '../../shared/api/once-more';
import { latestPurchase } from './latest-purchase';

/** One pick of a package. `intent` is its idempotency key: a retry of the same pick starts no second payment. */
export interface Selection {
  packageId: PackageId;
  intent: string;
}

/**
 * The payment session of one selection (spec §4). Every selection has an entry of its own, so a late answer for an
 * earlier one cannot take the place of the later one's secret.
 */
export const paymentSession = ({ packageId, intent }: Selection) =>
  queryOptions({
    queryKey: ['payment-session', packageId, intent],
    queryFn: async () => {
      const headers = { 'idempotency-key': intent };
      const [session, lastPurchase] = await Promise.all([
        onceMore(() => unwrap(api.payments.createPaymentIntent({ body: { packageId }, headers }))),
        // only tells when the meals have arrived: no reason to refuse the payment
        latestPurchase().catch(() => undefined),
      ]);
      return { ...session, lastPurchase };
    },
    retry: false,
    // a session is asked for by a selection and by 'Retry Payment Setup', never by a refresh
    staleTime: 'static',
    gcTime: 0,
    meta: { silent: true },
  });
export type PaymentSession = Awaited<ReturnType<NonNullable<ReturnType<typeof paymentSession>['queryFn']>>>;
