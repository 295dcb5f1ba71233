import { useQuery } from '@tanstack/react-query';
import { isCode } from '../../shared/api/api-error';
import { paymentProvider } from './payment-provider';
import { paymentSession, type Selection } from './payment-session';

/** All that paying for a selection needs, and what went wrong on the way there. */
export function usePayment(selection: Selection) {
  const session = useQuery(paymentSession(selection));
  const provider = useQuery(paymentProvider(session.data));
  const failed = [session, provider].find(({ isError }) => isError);
  return {
    session: session.data,
    provider: provider.data,
    failure: failed && {
      isOff: isCode(failed.error, 'STRIPE_NOT_CONFIGURED'),
      reason: isCode(failed.error, 'TOO_MANY_REQUESTS') ? failed.error.message : undefined,
      isRetrying: failed.isFetching,
      retry: () => void failed.refetch(),
    },
  };
}
