import type { Page } from '@playwright/test';
import { phoneOf, settled } from '../support/phone.js';
import { acceptedMatch, api, inHours, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** With the processor four times slower (docs/performance.md#presses). */
const SLOWDOWN = 4;
const EFFECT_MS = 200;
const ROUNDS = 10;

/** Browsers call the events of one press an interaction. */
interface Press extends PerformanceEventTiming {
  interactionId: number;
}

/** From now on, collects for each press the milliseconds from the touch to the next frame with its effect (Event Timing). */
const watchPresses = (page: Page) =>
  page.evaluate(() => {
    const presses = new Map<number, number>();
    Object.assign(window, { presses });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as Press[])
        if (interactionId) presses.set(interactionId, Math.max(duration, presses.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });

const pressed = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { presses: Map<number, number> }).presses.values()]);

async function press(page: Page, role: 'button' | 'tab' | 'checkbox', name: string | RegExp) {
  await page.getByRole(role, { name }).first().tap();
  await settled(page);
}

const SCREENS: Record<string, (page: Page) => Promise<void>> = {
  '/requests': async (page) => {
    await press(page, 'checkbox', 'My campus');
    await press(page, 'checkbox', 'My campus');
    await press(page, 'button', /^Report/);
    await press(page, 'button', 'Cancel');
    await press(page, 'button', 'Next');
    await press(page, 'button', 'Previous');
  },
  '/my-requests': async (page) => {
    for (const tab of [/^Active/, /^Completed/, /^All/]) await press(page, 'tab', tab);
    await press(page, 'button', 'Cancel');
    await page.keyboard.press('Escape');
    await settled(page);
  },
  '/matches': async (page) => {
    for (const tab of [/^Active/, /^Completed/, /^All/]) await press(page, 'tab', tab);
    await press(page, 'button', /^Rate/);
    await press(page, 'button', 'Cancel');
  },
};

test('presses on list screens show an effect at once, on a phone four times slower', async ({ browser }) => {
  const [busy, other] = [await verifiedStudent('Busy Student'), await verifiedStudent('Other Student')];
  for (let count = 0; count < 6; count++) {
    const asker = await verifiedStudent(`Asker ${count}`);
    for (const hours of [2, 3]) await postedRequest(asker, { deadline: inHours(hours) });
  }
  const done = await acceptedMatch(other, (await postedRequest(busy))._id);
  await api(other.token).matches.complete({ params: { id: done._id } });
  for (let count = 0; count < 2; count++)
    await acceptedMatch(busy, (await postedRequest(await verifiedStudent(`Helped ${count}`)))._id);
  await postedRequest(busy);

  const durations: number[] = [];
  for (const [path, walk] of Object.entries(SCREENS)) {
    const page = await phoneOf(browser, busy, path, SLOWDOWN);
    await walk(page); // V8 compiles the code of each press once
    await watchPresses(page);
    for (let round = 0; round < ROUNDS; round++) await walk(page);
    const here = await pressed(page);
    durations.push(...here);
    console.log(`${path}: ${here.length} presses, slowest ${Math.max(...here)} ms`);
    await page.context().close();
  }
  const sorted = durations.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  console.log(`${sorted.length} presses: median ${at(0.5)} ms, p98 ${at(0.98)} ms`);
  expect(at(0.98)).toBeLessThanOrEqual(EFFECT_MS);
});
