import { errors, type Campus } from '@spareswipe/contract';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../shared/paths';
import { confirm } from '../../shared/ui/confirm';
import { toast } from '../../shared/ui/toast';

const ASK_AFTER_SECONDS = 2;
const NOTHING_TO_BUY = 'Insufficient meals! Fulfill other requests to earn meals.';

/**
 * Says that no meal is left, and after 2 seconds asks whether to buy more (spec §8), unless the student has left the screen
 * or the campus sells none. Where no payments are taken, the question says so.
 */
export function usePurchaseQuestion({ mealsOnSale: isOnSale = true, paymentsOn = true }: Partial<Campus> = {}) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask() {
    const wants = await confirm({
      title: 'No meals left',
      question: 'Would you like to purchase more meals now?',
      ...(paymentsOn
        ? { yes: 'Yes, buy meals' }
        : {
            consequence: `${errors.STRIPE_NOT_CONFIGURED.message} Until then, fulfill requests to earn meals.`,
            yes: 'Yes, see packages',
          }),
      no: 'Not now',
    });
    if (wants) await navigate(paths.purchase);
  }

  return (words = isOnSale ? errors.INSUFFICIENT_CREDITS.message : NOTHING_TO_BUY) => {
    toast.failure(words);
    clearTimeout(timer.current);
    if (isOnSale) timer.current = setTimeout(() => void ask(), ASK_AFTER_SECONDS * 1000);
  };
}
