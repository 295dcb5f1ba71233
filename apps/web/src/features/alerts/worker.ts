import { onTokenChange } from '../../shared/session/token';
import { forgetSubscription, registerWorker, renewSubscription } from './push';

/**
 * Installs the worker, with which the app also starts without a network, and keeps what the server knows about this
 * browser up to date. Logging out ends the subscription here too, so that it does not pass to the next student.
 */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  onTokenChange((change) => {
    if (change === 'removed') void forgetSubscription();
    if (change === 'stored') void renewSubscription({ isNewSession: true }).catch(() => undefined);
  });
  navigator.serviceWorker.addEventListener('message', () => void renewSubscription().catch(() => undefined));
  await registerWorker();
  await renewSubscription();
}
