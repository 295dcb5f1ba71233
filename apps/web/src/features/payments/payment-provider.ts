import { loadStripe } from '@stripe/stripe-js/pure';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';

interface From {
  publishableKey: string;
  /** Local play only: a Stripe.js of our own. */
  stripeJsUrl?: string;
}

const loadScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('Failed to load Stripe.js'));
    };
    document.head.append(script);
  });

async function loadProvider({ publishableKey, stripeJsUrl }: From) {
  if (stripeJsUrl && !window.Stripe) await loadScript(stripeJsUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js is not available');
  return stripe;
}

/** Stripe.js, from Stripe's own host and on this page only. */
export const paymentProvider = (from: From | undefined) =>
  queryOptions({
    queryKey: ['payment-provider', from?.publishableKey],
    queryFn: from ? () => loadProvider(from) : skipToken,
    retry: false,
    staleTime: 'static',
    structuralSharing: false,
    // the card input stays, with what was typed, while another package's session is on its way
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
