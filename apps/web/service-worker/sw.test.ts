import { beforeEach, describe, expect, it, jest } from '@jest/globals';

jest.unstable_mockModule('workbox-precaching', () => ({
  addRoute: () => undefined,
  cleanupOutdatedCaches: () => undefined,
  precache: () => undefined,
  matchPrecache: () => Promise.resolve(new Response('from the cache')),
}));

/** Opens a page whose headers take this long on the network. Returns how the worker loads it, and the network's signal. */
function open(headersMs: number, status = 200) {
  let network: AbortSignal | undefined;
  globalThis.fetch = (_request, init) =>
    new Promise((resolve, reject) => {
      network = init!.signal!;
      network.addEventListener('abort', () => reject(new Error('aborted')));
      setTimeout(() => resolve(new Response('from the network', { status })), headersMs);
    });
  let page: Promise<Response> | undefined;
  const request = { mode: 'navigate', url: 'http://localhost/matches' };
  const respondWith = (response: Promise<Response>) => void (page = response);
  globalThis.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }));
  return { page: page!, isCut: () => network!.aborted };
}

describe('a page of the app', () => {
  beforeEach(async () => {
    jest.useFakeTimers();
    await import('./sw');
  });

  it('comes whole from the network, however long its body takes after the headers', async () => {
    const { page, isCut } = open(3500);
    await jest.advanceTimersByTimeAsync(3500);
    expect(await (await page).text()).toBe('from the network');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(isCut()).toBe(false);
  });

  it('comes from the cache where the network says nothing for 4 seconds', async () => {
    const { page } = open(4500);
    await jest.advanceTimersByTimeAsync(4000);
    expect(await (await page).text()).toBe('from the cache');
  });

  it('comes from the cache where a proxy finds no server, so that the next meal can still be read', async () => {
    const { page } = open(0, 502);
    await jest.advanceTimersByTimeAsync(0);
    expect(await (await page).text()).toBe('from the cache');
  });
});
