import type { MealPackage } from '@spareswipe/contract';
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { SECOND_TRY_MS } from '../../shared/api/use-intent';
import { paths } from '../../shared/paths';
import { useStudent } from '../../shared/session/session';
import { toast } from '../../shared/ui/toast';
import { sayOnceArrived, watchArrival } from './arrival';
import { dollars } from './dollars';
import type { PaymentSession } from './payments.queries';

const FAILED = 'Payment failed';
const PAID_BEFORE = 'You have paid for this already. Nothing was charged now. Its meals are there, or will be soon.';
const OFFLINE = 'Payment failed. You are offline, so nothing was charged.';

/** The paid intent, also when an earlier response was lost and the provider now refuses to charge it twice. */
const paidIntent = ({ paymentIntent, error }: PaymentIntentResult): PaymentIntent | undefined =>
  [paymentIntent, error?.payment_intent].find((intent) => intent?.status === 'succeeded');

/** No answer came. The card may have been charged. */
const isUnanswered = ({ error }: PaymentIntentResult) => error?.type === 'api_connection_error';

/** True whichever package is chosen next: the server has one order for a package until it is paid. */
const mayHaveGoneThrough = ({ price }: MealPackage) =>
  `Your payment of ${dollars(price)} may have gone through. If it did, its meals appear by themselves. Paying for the same package again is safe: you are charged once.`;

/**
 * Confirms the card with the provider (spec §4 Payment). Does nothing until card input, provider and session secret
 * are all there, nor while a payment is under way.
 */
export function usePay(mealPackage: MealPackage, session: PaymentSession | undefined) {
  const { credits } = mealPackage;
  const stripe = useStripe();
  const elements = useElements();
  const { name, email } = useStudent();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const busy = useRef(false);
  const lastRefusal = useRef('');
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblemOf] = useState<{ of: MealPackage; words: string }>();
  const [unanswered, setUnanswered] = useState<MealPackage>();

  const setProblem = (words?: string) => setProblemOf(words ? { of: mealPackage, words } : undefined);

  function refused(words = FAILED) {
    setProblem(words);
    lastRefusal.current = words;
    toast.failure(words);
  }

  /** `isRepeated`: an earlier attempt of this screen got no answer. */
  async function confirm(): Promise<{ result: PaymentIntentResult; isRepeated: boolean } | undefined> {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !session) return undefined;
    const attempt = () =>
      stripe.confirmCardPayment(session.clientSecret, {
        payment_method: { card, billing_details: { name, email } },
      });
    const result = await attempt();
    if (!isUnanswered(result)) return { result, isRepeated: unanswered === mealPackage };
    await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
    // the card input is gone if the student has left
    return { result: await attempt().catch(() => result), isRepeated: true };
  }

  async function watchUnanswered() {
    setUnanswered(mealPackage);
    toast.notice(mayHaveGoneThrough(mealPackage));
    if (session?.lastPurchase === null) return;
    if (!(await sayOnceArrived(queryClient, session?.lastPurchase, credits))) return;
    setUnanswered(undefined);
    toast.dismiss(mayHaveGoneThrough(mealPackage));
  }

  async function pay() {
    if (busy.current) return;
    // later, a lost answer says that the card may have been charged
    if (!navigator.onLine) return refused(OFFLINE);
    busy.current = true;
    setPaying(true);
    setProblem();
    for (const former of [lastRefusal.current, mayHaveGoneThrough(mealPackage)]) toast.dismiss(former);
    try {
      const confirmed = await confirm();
      if (!confirmed) return;
      const { result, isRepeated } = confirmed;
      if (isUnanswered(result)) return void watchUnanswered();
      if (unanswered === mealPackage) setUnanswered(undefined);
      if (!paidIntent(result)) return refused(result.error?.message);
      // paid in another tab, or before a reload
      if (result.error && !isRepeated) toast.notice(PAID_BEFORE);
      else toast.success(`Payment successful! ${credits} meals will be added to your account.`);
      void watchArrival(queryClient, session?.lastPurchase ?? undefined, credits);
      // Rendered at once: if Back came before that, this screen would stay, ready to pay with the same card again. A student
      // who has left meanwhile stays where they went.
      if (window.location.pathname === paths.purchase) flushSync(() => void navigate(paths.dashboard));
    } catch {
      refused();
    } finally {
      busy.current = false;
      setPaying(false);
    }
  }

  return {
    pay,
    isPaying,
    /** With this package; another one has not been tried. */
    problem: problem?.of === mealPackage ? problem.words : undefined,
    setProblem,
    /** Of a payment whose outcome nobody knows yet. */
    warning: unanswered && mayHaveGoneThrough(unanswered),
    isReady: Boolean(stripe && session),
  };
}
