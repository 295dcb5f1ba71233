import { addRoute, cleanupOutdatedCaches, matchPrecache, precache, type PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/** Without a response after this time, the app starts from the cache, as if offline. */
const NETWORK_MS = 4000;

interface Notice {
  id: string;
  title: string;
  body: string;
  url: string;
  tag: string;
}

// The app's own files, never anything of the API.
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();
// only files by their hashed names: pages come from the network first, below
addRoute({ directoryIndex: '', cleanURLs: false });

// No skipWaiting: a worker that takes over during a reload can leave Chromium without the next page for 15 s. Pages come
// from the network, so a newer worker may wait until no tab is open.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || new URL(request.url).pathname.startsWith('/api')) return;
  event.respondWith(page(request));
});

/**
 * Loads a page from the network, so that nobody stays on an old version. Offline, or where a proxy finds no server, it comes
 * from the cache: the app says so in its own words, and shows the next meal that it keeps.
 */
async function page(request: Request): Promise<Response> {
  // AbortSignal.timeout would also cut off a body that takes longer
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), NETWORK_MS);
  try {
    const response = await fetch(request, { signal: controller.signal });
    return response.status < 500 ? response : ((await matchPrecache('/index.html')) ?? response);
  } catch (error) {
    const shell = await matchPrecache('/index.html');
    if (shell) return shell;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Notice));
});

/** Shows a notification in the place of an older one about the same request. One that arrives twice makes no second sound. */
async function show({ id, title, body, url, tag }: Notice): Promise<void> {
  const shown = await self.registration.getNotifications({ tag });
  const isRepeated = shown.some(({ data }) => (data as Notice).id === id);
  const options = {
    body,
    tag,
    renotify: !isRepeated,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { id, url },
  };
  await self.registration.showNotification(title, options);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as Notice).url));
});

/** Opens a screen of the app in an open tab, or else in a new one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  const tab = windows.find(({ focused }) => focused) ?? windows[0];
  // a browser may refuse to focus a tab, which can still show the screen
  await tab?.focus().catch(() => undefined);
  const isShown = await tab?.navigate(url).catch(() => null);
  if (!isShown) await self.clients.openWindow(url);
}
