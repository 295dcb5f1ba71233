import { useQuery } from '@tanstack/react-query';
import { isCode } from '../../shared/api/api-error';
import { useIntent } from '../../shared/api/use-intent';
import { paymentProvider } from './payment-provider';
import { paymentSession, startPayment, type Selection } from './payments.queries';

/** Everything that paying for a selection needs, and what failed on the way there. */
export function usePayment(selection: Selection) {
  const { send } = useIntent(startPayment);
  const session = useQuery(paymentSession(selection, send));
  const provider = useQuery(paymentProvider(session.data));
  const failed = [session, provider].find(({ isError }) => isError);
  return {
    session: session.data,
    provider: provider.data,
    failure: failed && {
      isNotOnSale: isCode(failed.error, 'MEALS_NOT_ON_SALE'),
      isOff: isCode(failed.error, 'STRIPE_NOT_CONFIGURED'),
      reason: isCode(failed.error, 'TOO_MANY_REQUESTS') ? failed.error.message : undefined,
      isRetrying: failed.isFetching,
      retry: () => void failed.refetch(),
    },
  };
}
