import type { PushDevice } from '@spareswipe/contract';
import { ApiError } from '../../shared/api/api-error';
import { api, unwrap } from '../../shared/api/client';
import { onTokenChange } from '../../shared/session/token';
import { toast } from '../../shared/ui/toast';

/** The id of the student who turned notifications on in this browser. */
const STORED_AS = 'notified student';

/**
 * What this browser can do. `install first`: on an iPhone only an app on the home screen gets notifications. `denied`: the
 * student once said no, and only the browser's settings can change that.
 */
export type PushAbility = 'unsupported' | 'install first' | 'denied' | 'able';

export function pushAbility(): PushAbility {
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : 'able';
  return isApplePhone() && !isInstalled() ? 'install first' : 'unsupported';
}

/** Whether to offer notifications: this browser never asked the student, or an iPhone needs the app on its home screen first. */
export const mayOfferPush = () =>
  pushAbility() === 'install first' || (pushAbility() === 'able' && Notification.permission === 'default');

// an iPad calls itself a Mac, but no Mac has a touch screen
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** The worker that shows notifications (service-worker/sw.ts). Registering it again changes nothing. */
const registerWorker = () => navigator.serviceWorker.register('/sw.js');

const currentSubscription = async () =>
  (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription() ?? null;

/** The student's device that is this browser, if it gets notifications. */
export async function thisDevice(devices: PushDevice[]): Promise<PushDevice | null> {
  if (pushAbility() !== 'able') return null;
  const subscription = await currentSubscription();
  if (!subscription) return null;
  const hash = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint)));
  return devices.find(({ endpointHash }) => endpointHash === hash) ?? null;
}

/** Asks for permission, so only after a press. Returns false if the student said no. */
export async function subscribeThisDevice(publicKey: string, studentId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  localStorage.setItem(STORED_AS, studentId);
  await registerWorker();
  await sendSubscription(publicKey);
  return true;
}

export async function unsubscribeThisDevice(device: PushDevice): Promise<void> {
  await forgetSubscription();
  await unwrap(api.push.unsubscribe({ params: { id: device._id } })).catch((error: unknown) => {
    // it is gone already
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}

/** Ends the subscription in this browser alone, and takes its notifications off the screen: they name students and places. */
async function forgetSubscription(): Promise<void> {
  localStorage.removeItem(STORED_AS);
  const registration = await navigator.serviceWorker.getRegistration('/');
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await currentSubscription())?.unsubscribe();
}

/**
 * Installs the worker, with which the app also starts without a network, and renews the subscription once. Until `stop` is
 * aborted, logging out also ends the subscription here, so that it does not pass to the next student.
 */
export async function startWorker(studentId: string, isNewSession: boolean, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const stopListening = onTokenChange((change) => {
    if (change === 'removed') void forgetSubscription();
  });
  stop.addEventListener('abort', stopListening);
  await registerWorker();
  await renewSubscription(studentId, isNewSession);
}

/**
 * Sends the server a subscription that it does not know: the browser dropped it or changed its address, our key was
 * replaced, or the student logged in again, since a device belongs to a session. Where the permission is gone, the student
 * is told once. Ends one that another student turned on, whose session has expired here. Shows no prompt.
 */
export async function renewSubscription(studentId: string, isNewSession = false): Promise<void> {
  const notified = localStorage.getItem(STORED_AS);
  if (notified === null) return;
  if (notified !== studentId) return forgetSubscription();
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') {
    await forgetSubscription();
    toast.notice('Your browser turned off notifications. You can turn them on again in your profile.');
    return;
  }
  const subscription = await currentSubscription();
  const { publicKey, devices } = await unwrap(api.push.devices());
  if (!publicKey) return;
  const isKnown = subscription && keyOf(subscription) === publicKey && (await thisDevice(devices));
  if (isNewSession || !isKnown) await sendSubscription(publicKey);
}

async function sendSubscription(publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // a subscription keeps the key that it was made with
  if (known && keyOf(known) !== publicKey) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await unwrap(api.push.subscribe({ body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, publicKey } }));
}

const keyOf = ({ options }: PushSubscription) =>
  options.applicationServerKey && base64url(options.applicationServerKey);

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
