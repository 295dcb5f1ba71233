import { onTokenChange } from '../../shared/session/token';
import { forgetSubscription, registerWorker, renewSubscription } from './push';

/**
 * Installs the worker, with which the app also starts without a network, and keeps the server's knowledge of this browser
 * right until `stop` is aborted. Logging out ends the subscription here too, so that it does not pass to the next student.
 */
export async function startWorker(studentId: string, isNewSession: boolean, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const stopListening = onTokenChange((change) => {
    if (change === 'removed') void forgetSubscription();
  });
  stop.addEventListener('abort', stopListening);
  const renew = () => void renewSubscription(studentId).catch(() => undefined);
  navigator.serviceWorker.addEventListener('message', renew, { signal: stop });
  await registerWorker();
  await renewSubscription(studentId, { isNewSession });
}
