import { counted } from '@spareswipe/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readToken } from '../../shared/session/token';
import { toast } from '../../shared/ui/toast';
import { latestPurchase } from './payments.queries';

const SOON = { everySeconds: 1, times: 10 };
const LATER = { everySeconds: 5, times: 60 };

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Asks now and then until another purchase than before is there, the student is gone, or it has been long enough. */
async function hasArrived(before: string | undefined, { everySeconds, times }: typeof SOON): Promise<boolean> {
  const token = readToken();
  for (let asked = 0; asked < times && token !== null && token === readToken(); asked++) {
    if ((await latestPurchase().catch(() => before)) !== before) return true;
    await pause(everySeconds);
  }
  return false;
}

/**
 * After a payment: meals come from the provider's word to the server, not from this browser's, so the count follows
 * once that has landed, usually within a second. When it takes longer, the student is told.
 */
export async function watchArrival(queryClient: QueryClient, before: string | undefined, credits: number) {
  const token = readToken();
  if (await hasArrived(before, SOON)) return queryClient.invalidateQueries();
  if (token !== readToken()) return;
  toast.notice(
    'Your payment went through. Your meals are taking a little longer than usual and will appear by themselves.',
  );
  if (!(await hasArrived(before, LATER))) return;
  await queryClient.invalidateQueries();
  toast.success(`Your ${counted(credits, 'meal')} have arrived.`);
}
