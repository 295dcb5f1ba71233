import type { Page, Worker } from '@playwright/test';
import type { PushServiceStandIn } from '@spareswipe/local-services';
import { api, origin, type Student } from './students.js';
import { until } from './until.js';

/**
 * Makes the browser's push manager subscribe to a push service on this machine; the worker and everything else are real.
 * What the service decrypts is handed to the worker, as a browser does.
 */
export async function withPushService(page: Page, student: Student, service: PushServiceStandIn) {
  const { status, body } = await api(student.token).push.devices();
  if (status !== 200 || !body.publicKey) throw new Error(`no key: ${status}`);
  const { publicKey } = body;
  const { endpoint, keys } = service.subscribe(publicKey);
  await page.context().grantPermissions(['notifications'], { origin: origin() });
  await page.addInitScript(standIn, { endpoint, keys });
  const cdp = await page.context().newCDPSession(page);
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  let handed = 0;
  return {
    /** Waits for the next push, hands it to the worker, and returns what the device then shows. */
    async nextNotification() {
      await until('a push', () => Promise.resolve(service.to(endpoint).length > handed), { seconds: 40 });
      await workerOf(page);
      const data = JSON.stringify(service.to(endpoint)[handed++]!.payload);
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: origin(), registrationId, data });
      let shown: Shown[] = [];
      await until('the notification', async () => {
        shown = await notifications(await workerOf(page));
        return shown.some(({ id }) => data.includes(id));
      });
      return shown.find(({ id }) => data.includes(id))!;
    },
    /** Presses a notification: the worker gets the event that the system would send it. */
    async press({ tag }: Shown) {
      await (
        await workerOf(page)
      ).evaluate(async (wanted) => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const [notification] = await registration.getNotifications({ tag: wanted });
        const Press = Reflect.get(globalThis, 'ExtendableEvent') as new (type: string) => Event;
        globalThis.dispatchEvent(Object.assign(new Press('notificationclick'), { notification }));
      }, tag);
    },
    /** The paths of windows that the worker opened; the browser allows that after a real press only. */
    openedWindows: async () =>
      (await workerOf(page)).evaluate(() => Reflect.get(globalThis, 'openedWindows') as string[]),
  };
}

/** The worker of the page, which adds notifications to its own list if the browser cannot show them. */
async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const { registration, clients, Notification } = globalThis as unknown as {
      registration: ServiceWorkerRegistration & { standsIn?: true };
      clients: object;
      Notification: { permission: string };
    };
    if (!Reflect.has(globalThis, 'openedWindows')) {
      const openedWindows: string[] = [];
      const openWindow = (url: URL) => Promise.resolve(openedWindows.push(url.pathname));
      Object.assign(globalThis, { openedWindows });
      Object.assign(clients, { openWindow });
    }
    // headless Chromium denies them to every origin
    if (Notification.permission === 'granted' || registration.standsIn) return;
    let list: Notification[] = [];
    Object.assign(registration, {
      standsIn: true,
      getNotifications: ({ tag = '' } = {}) => Promise.resolve(list.filter((one) => !tag || one.tag === tag)),
      showNotification(title: string, options: NotificationOptions) {
        const close = () => void (list = list.filter((one) => one !== shown));
        const shown = { title, ...options, close } as unknown as Notification;
        list = [...list.filter(({ tag }) => tag !== options.tag), shown];
        return Promise.resolve();
      },
    });
  });
  return worker;
}

interface Shown {
  id: string;
  title: string;
  body: string;
  tag: string;
}

const notifications = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const list = await registration.getNotifications();
    return list.map(({ title, body, tag, data }) => ({ title, body, tag, id: (data as { id: string }).id }));
  });

/** Runs in the page. A reload keeps the subscription, as the real push manager does. */
function standIn(current: { endpoint: string; keys: object }) {
  const KEPT = 'stand-in subscription';
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
  const subscription = (key: string) => ({
    endpoint: current.endpoint,
    options: { applicationServerKey: bytes(key) },
    toJSON: () => current,
    unsubscribe: () => {
      localStorage.removeItem(KEPT);
      return Promise.resolve(true);
    },
  });
  if (Notification.permission !== 'granted') {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = () => Promise.resolve('granted');
  }
  Object.assign(PushManager.prototype, {
    getSubscription: () => {
      const key = localStorage.getItem(KEPT);
      return Promise.resolve(key ? subscription(key) : null);
    },
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(KEPT, applicationServerKey);
      return Promise.resolve(subscription(applicationServerKey));
    },
  });
}
