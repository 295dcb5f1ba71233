import { webcrypto } from 'node:crypto';

interface Subscription {
  endpoint: string;
  options: { applicationServerKey: ArrayBuffer };
  toJSON: () => object;
  unsubscribe: () => Promise<boolean>;
}

/** The parts of a browser that jsdom lacks for notifications. `answer`: what the student says when the browser asks. */
export function pushBrowser({ permission = 'default', answer = 'granted' } = {}) {
  let subscription: Subscription | null = null;
  let count = 0;
  const asked: string[] = [];
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      const endpoint = `https://push.example.com/${++count}`;
      const key = Uint8Array.from(Buffer.from(applicationServerKey, 'base64url')).buffer;
      subscription = {
        endpoint,
        options: { applicationServerKey: key },
        toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
        unsubscribe: () => {
          subscription = null;
          return Promise.resolve(true);
        },
      };
      return Promise.resolve(subscription);
    },
  };
  let shown: string[] = [];
  const close = (title: string) => void (shown = shown.filter((other) => other !== title));
  const getNotifications = () => Promise.resolve(shown.map((title) => ({ title, close: () => close(title) })));
  const registration = { pushManager, getNotifications };
  const workers = {
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  };
  const notification = {
    permission,
    requestPermission() {
      asked.push('permission');
      notification.permission = answer;
      return Promise.resolve(answer);
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  Object.assign(window, { PushManager: Object, Notification: notification });
  return {
    asked,
    endpoint: () => subscription?.endpoint,
    show: (title: string) => void shown.push(title),
    shown: () => shown,
    /** The browser drops the subscription by itself, perhaps with the permission. */
    drop(left = 'granted') {
      subscription = null;
      notification.permission = left;
    },
  };
}

const { userAgent } = navigator;
const become = (value: string) => Object.defineProperty(navigator, 'userAgent', { value, configurable: true });

/** Safari on an iPhone, which has no notifications before the app is on the home screen. */
export const iPhone = () => void become('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');

/** A browser without notifications, as jsdom is. */
export function noPush() {
  become(userAgent);
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
