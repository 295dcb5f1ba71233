import { counted } from '@spareswipe/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readToken } from '../../shared/session/token';
import { toast } from '../../shared/ui/toast';
import { latestPurchase } from './payments.queries';

const SOON = { everySeconds: 1, times: 10 };
const LATER = { everySeconds: 5, times: 60 };

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Polls until a newer purchase is there, the student has logged out, or the tries are used up. */
async function hasArrived(before: string | undefined, { everySeconds, times }: typeof SOON): Promise<boolean> {
  const token = readToken();
  for (let asked = 0; asked < times && token !== null && token === readToken(); asked++) {
    if ((await latestPurchase().catch(() => before)) !== before) return true;
    await pause(everySeconds);
  }
  return false;
}

/**
 * Waits for the meals after a payment: the server adds them on the provider's webhook, not on this browser's word,
 * usually within a second. When it takes longer, a toast says so.
 */
export async function watchArrival(queryClient: QueryClient, before: string | undefined, credits: number) {
  const token = readToken();
  if (await hasArrived(before, SOON)) return queryClient.invalidateQueries();
  if (token !== readToken()) return;
  toast.notice(
    'Your payment went through. Your meals are taking a little longer than usual and will appear by themselves.',
  );
  await sayOnceArrived(queryClient, before, credits);
}

/** Says when the meals of a payment are there. Returns whether they came. */
export async function sayOnceArrived(queryClient: QueryClient, before: string | undefined, credits: number) {
  if (!(await hasArrived(before, LATER))) return false;
  await queryClient.invalidateQueries();
  toast.success(`Your ${counted(credits, 'meal')} have arrived.`);
  return true;
}
