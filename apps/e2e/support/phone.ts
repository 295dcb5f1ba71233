import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { short } from './levels.js';
import { origin, type Student } from './students.js';
import { expect } from './test.js';

/** How many times slower than this machine the phones are. Slowing one down keeps a processor busy all the time. */
export const SLOWDOWNS = short([1], { full: [4, 20] });
/** For the title of a test. */
export const slower = (rate: number) => (rate > 1 ? ` (${rate} times slower)` : '');

/** What Chromium's developer tools call "Slow 3G". */
export const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** A page on a phone with touch and a processor that is `rate` times slower than this machine, as this student. */
export async function phoneOf(browser: Browser, student: Student, path: string, rate = short(1, { full: 4 })) {
  const context = await browser.newContext({
    baseURL: origin(),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    storageState: {
      cookies: [],
      origins: [{ origin: origin(), localStorage: [{ name: 'token', value: student.token }] }],
    },
  });
  const page = await context.newPage();
  await page.goto(path);
  // a card of a list, or of the dashboard
  await expect(
    page
      .getByRole('article')
      .or(page.getByRole('region', { name: 'Next meal' }))
      .first(),
  ).toBeVisible();
  // a press on a list that has just come does nothing
  await settled(page);
  if (rate > 1) await slowDown(page, rate);
  return page;
}

/** Makes the processor `rate` times slower than this machine. */
export async function slowDown(page: Page, rate: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/**
 * Lets the test move the page's clock and, as the page sees it, the server's, which it learns from the responses. Returns a
 * function that moves both ahead.
 */
export async function movableTime(page: Page) {
  let aheadMs = 0;
  await page.clock.install();
  await page.route(/\/api\/(?!live)/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const date = new Date(Date.parse(headers['date'] ?? '') + aheadMs).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date } });
  });
  return async (ms: number) => {
    aheadMs += ms;
    await page.clock.fastForward(ms);
  };
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Collects layout shifts from now on, those right after a press included; or also those since the page began to load. */
export const watchShifts = (page: Page, { sinceLoad = false } = {}) =>
  page.evaluate((buffered) => {
    const seen = { shift: 0, moved: [] as string[] };
    Object.assign(window, { seen });
    /** The part of one element, as the browser counts: the share of the window that it touched, times how far it moved. */
    const partOf = ({ previousRect: from, currentRect: to }: LayoutShift['sources'][number]) => {
      const touched = from.width * from.height + to.width * to.height;
      const moved = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
      return (touched / (innerWidth * innerHeight)) * (moved / Math.max(innerWidth, innerHeight));
    };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        // Toasts move together when one leaves; they lie over the page, and no finger is on them. Of one that slides out of
        // the screen Chromium names no source.
        const others = sources.filter(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return !element?.closest('.mantine-Notifications-root');
        });
        if (others.length === 0 && document.querySelector('.mantine-Notification-root')) continue;
        // what moved in the same frame as a toast counts without the toast; parts that overlap count as one
        seen.shift += Math.min(
          value,
          others.length === sources.length ? value : others.reduce((sum, one) => sum + partOf(one), 0),
        );
        const texts = sources.map(({ node }) => node?.textContent?.slice(0, 40));
        seen.moved.push(`${value.toFixed(3)} by ${texts.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered });
  }, sinceLoad);

/** At most this much may move under a finger. */
const SHIFT_MAX = 0.02;

/** Nothing has moved noticeably since `watchShifts`, or no more than `most`. */
export async function expectStill(page: Page, when = '', most = SHIFT_MAX) {
  const { shift, moved } = await page.evaluate(
    () => (window as unknown as { seen: { shift: number; moved: string[] } }).seen,
  );
  expect(shift, `${when} moved: ${moved.join(', ')}`).toBeLessThanOrEqual(most);
}

/**
 * Two taps at the place where the button is at the first one. Each carries the time at which the finger touched, as a touch
 * screen reports it: without it, the second tap of a busy machine would count as a later, separate press.
 */
export async function doubleTap(page: Page, button: Locator, gap: number) {
  const tap = await fingerOver(page, button);
  const touched = Date.now() / 1000;
  const first = tap(touched);
  await pause(gap); // of the finger
  await first;
  await tap(touched + gap / 1000);
}

/**
 * The same on a slow network: `respond` lets the response through two seconds after the first tap, and the second one comes a
 * quarter after the button has gone, by the time that the touch carries, and meets `successor`.
 */
export async function tapAgainOnceGone(page: Page, button: Locator, respond: () => void, successor: Locator) {
  const tap = await fingerOver(page, button);
  // before the tap: an observer that comes later would take the next change for the one that removed the button
  await button.evaluate((element) => {
    const gone = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (element.isConnected) return;
        observer.disconnect();
        resolve((performance.timeOrigin + performance.now()) / 1000);
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    Object.assign(window, { gone });
  });
  const pressedAt = Date.now();
  await tap(pressedAt / 1000);
  await page.waitForFunction((at) => Date.now() - at > 2000, pressedAt);
  respond();
  await successor.waitFor();
  const gone = await page.evaluate(() => (window as unknown as { gone: Promise<number> }).gone);
  await tap(gone + 0.25);
}

/** Taps the place where the button is now, at a time in seconds. */
async function fingerOver(page: Page, button: Locator) {
  await button.scrollIntoViewIfNeeded();
  const box = (await button.boundingBox())!;
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const devtools = await page.context().newCDPSession(page);
  return async (timestamp: number) => {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  };
}

/**
 * Waits until no response has arrived for 1.1 s of the page's own time: a wrong second effect would have happened by then,
 * and the next press counts neither as a repetition of the last one nor as one on a card that has just moved.
 */
export const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const settle = () =>
          setTimeout(() => {
            observer.disconnect();
            resolve();
          }, 1100);
        let settling = settle();
        const observer = new PerformanceObserver(() => {
          clearTimeout(settling);
          settling = settle();
        });
        observer.observe({ type: 'resource' });
      }),
  );

/** Sets the browser's font, in px; 16 is usual. */
export async function setTextSize(page: Page, size: number) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.enable');
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
}

/** Px that the page is too wide. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** The words in the element's own text that do not stay on one line. */
export const brokenWords = (element: Locator) =>
  element.evaluate(({ firstChild }) => {
    const text = firstChild as Text;
    return [...text.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => {
        const letters = document.createRange();
        letters.setStart(text, index);
        letters.setEnd(text, index + word.length);
        return letters.getClientRects().length > 1;
      })
      .map(String);
  });
