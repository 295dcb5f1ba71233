import type { PaymentIntent, PaymentIntentResult, StripeConstructor, StripeError } from '@stripe/stripe-js';

/** What the page asked Stripe to confirm. */
interface Confirmation {
  clientSecret: string;
  billing: { name?: string; email?: string };
}
type Outcome = PaymentIntentResult | Promise<PaymentIntentResult>;

export const paid = (): PaymentIntentResult => ({
  paymentIntent: { id: 'pi_1', object: 'payment_intent', status: 'succeeded' } as PaymentIntent,
});
export const refused = (message?: string, status: PaymentIntent['status'] = 'requires_payment_method') => {
  const intent = { id: 'pi_1', object: 'payment_intent', status } as PaymentIntent;
  const error: StripeError = { type: 'card_error', message, payment_intent: intent };
  return { error } satisfies PaymentIntentResult;
};
/** No answer came from Stripe. */
export const unanswered = () => {
  const error: StripeError = {
    type: 'api_connection_error',
    message: 'We are experiencing issues connecting to our payments provider. Please check your internet connection.',
  };
  return { error } satisfies PaymentIntentResult;
};

// the loader keeps the script's constructor for good, so it is one for all tests and asks for the test's own provider
let provider: unknown;
const construct = (() => provider) as unknown as StripeConstructor;

/** Stripe.js as the page sees it, in place of the script from js.stripe.com: the card is filled in, the bank says what the test says. */
export function stripeStandIn(outcome: () => Outcome = paid) {
  const confirmations: Confirmation[] = [];
  const bank = { outcome };
  let cards = 0;
  const handlers: Record<string, ((detail?: object) => void)[]> = {};

  function createCard() {
    cards++;
    const card = {
      on: (event: string, handler: (detail?: object) => void) => void (handlers[event] ??= []).push(handler),
      off: () => undefined,
      mount(place: HTMLElement) {
        place.textContent = 'card input of Stripe';
        queueMicrotask(() => handlers.ready?.forEach((handler) => handler()));
      },
      update: () => undefined,
      unmount: () => undefined,
      destroy: () => undefined,
    };
    return card;
  }

  function elements() {
    let card: ReturnType<typeof createCard> | null = null;
    return {
      create: () => (card = createCard()),
      getElement: () => card,
      update: () => undefined,
    };
  }

  provider = {
    elements,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: async (
      clientSecret: string,
      data: { payment_method: { billing_details: Confirmation['billing'] } },
    ) => {
      confirmations.push({ clientSecret, billing: data.payment_method.billing_details });
      return bank.outcome();
    },
  };
  window.Stripe = construct;

  return {
    confirmations,
    /** How many card inputs were ever made: more than one means that what was typed is lost. */
    cards: () => cards,
    /** The student types into the card input, and Stripe finds this wrong with it, if anything. */
    types: (problem?: string) => {
      const error = problem && { type: 'validation_error', code: 'invalid_number', message: problem };
      handlers.change?.forEach((handler) => handler({ error: error || undefined }));
    },
    answers: (next: () => Outcome) => {
      bank.outcome = next;
    },
  };
}
