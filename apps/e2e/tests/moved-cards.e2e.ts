import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { phoneOf, settled, SLOW_3G, SLOWDOWNS, slower } from '../support/phone.js';
import { api, inHours, postedRequest, verifiedStudent, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const acceptIn = (card: Locator) => card.getByRole('button', { name: 'Accept Request' });

const acceptedBy = async (student: Student) => {
  const mine = await api(student.token).matches.mine({ query: {} });
  return mine.status === 200 ? mine.body.pagination.total : -1;
};

/** Clicks claim to be a mouse's, as those of some iPhones do. */
const claimMouse = (page: Page) =>
  page.evaluate(() => {
    const { get } = Object.getOwnPropertyDescriptor(PointerEvent.prototype, 'pointerType')!;
    Object.defineProperty(PointerEvent.prototype, 'pointerType', {
      get(this: PointerEvent) {
        return this.type === 'click' ? 'mouse' : (get!.call(this) as string);
      },
    });
  });

/** Notes when a card with this food becomes the first of the list. */
const watchFirst = (page: Page, food: string) =>
  page.evaluate((food) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main article')?.textContent.includes(food)) return;
      observer.disconnect();
      Object.assign(window, { movedAt: Date.now() });
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, food);

/** The middle of a button, and a time so long after its card came, however late the machine of this test gets there. */
async function spotAfterMove(page: Page, button: Locator, ms: number) {
  const moved = await page.waitForFunction(() => (window as unknown as { movedAt?: number }).movedAt);
  const at = (await moved.jsonValue())! + ms;
  const { x, y, width, height } = (await button.boundingBox())!;
  await pause(Math.max(0, at - Date.now())); // of the finger
  return { spot: { x: x + width / 2, y: y + height / 2 }, timestamp: at / 1000 };
}

async function tapAfterMove(page: Page, button: Locator, ms: number) {
  const { spot, timestamp } = await spotAfterMove(page, button, ms);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot], timestamp });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
}

/** A click of a mouse that has not moved. */
async function clickAfterMove(page: Page, button: Locator, ms: number) {
  const { spot, timestamp } = await spotAfterMove(page, button, ms);
  const devtools = await page.context().newCDPSession(page);
  const click = { ...spot, timestamp, button: 'left', clickCount: 1 } as const;
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...click });
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...click });
}

for (const rate of SLOWDOWNS)
  test.describe(`on a phone${slower(rate)}`, () => {
    test('a tap where a new request has just pushed in accepts nothing, and half a second later it does', async ({
      browser,
    }) => {
      test.slow();
      const campus = `moved${randomUUID().slice(0, 8)}.edu`;
      const [reads, asks] = await Promise.all(
        ['reads', 'asks'].map((name) => verifiedStudent(name, { email: `${name}@${campus}` })),
      );
      await postedRequest(asks!, { mealDescription: 'Ramen', deadline: inHours(5) });
      const page = await phoneOf(browser, reads!, '/requests?campus=mine', rate);
      await claimMouse(page);
      await settled(page);
      // its deadline is sooner, so it belongs above the other
      await postedRequest(asks!, { mealDescription: 'Pho', deadline: inHours(3) });
      await watchFirst(page, 'Pho');
      await page.getByRole('button', { name: '1 new request' }).tap();
      const pho = acceptIn(page.getByRole('article').filter({ hasText: 'Pho' }));
      await tapAfterMove(page, pho, 300);
      await settled(page);
      expect(await acceptedBy(reads!)).toBe(0);
      await tapAfterMove(page, pho, 1000);
      await expect(page.getByText("You're helping")).toBeVisible();
      expect(await acceptedBy(reads!)).toBe(1);
    });

    test(
      'on slow 3G, a search accepts nothing by a tap while it runs, nor where its result has just moved to',
      { tag: '@full' },
      async ({ browser }) => {
        test.slow();
        const [asks, searches] = await Promise.all(['Sol Asks', 'Sue Searches'].map((name) => verifiedStudent(name)));
        const word = `dal${randomUUID().slice(0, 8)}`;
        await postedRequest(asks!, { mealDescription: `${word} ramen`, deadline: inHours(3) });
        await postedRequest(asks!, { mealDescription: `${word} soup`, deadline: inHours(4) });
        const page = await phoneOf(browser, searches!, `/requests?search=${word}`, rate);
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
        await claimMouse(page);
        await settled(page);
        let release = () => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/api/requests?*', async (route) => {
          await released;
          await route.continue();
        });
        const first = (await acceptIn(page.getByRole('article')).first().boundingBox())!;
        await watchFirst(page, 'soup');
        await page.getByLabel('Search').fill(`${word} soup`);
        await expect(page.locator('ul[aria-busy=true]')).toBeVisible();
        await page.touchscreen.tap(first.x + first.width / 2, first.y + first.height / 2);
        // otherwise the next tap would repeat this one
        await settled(page);
        release();
        const soup = acceptIn(page.getByRole('article').filter({ hasText: 'soup' }));
        await tapAfterMove(page, soup, 300);
        await settled(page);
        expect(await acceptedBy(searches!)).toBe(0);
        await tapAfterMove(page, soup, 1000);
        await expect(page.getByText("You're helping")).toBeVisible();
        expect(await acceptedBy(searches!)).toBe(1);
      },
    );
  });

test('a press counts on the only card of a screen, although something pushed it a while ago', async ({
  browser,
  student,
}) => {
  const word = `dal${randomUUID().slice(0, 8)}`;
  await postedRequest(await student('Ana Asks'), { mealDescription: word });
  const page = await phoneOf(browser, await student('Hal Helps'), `/requests?search=${word}`);
  // as a font does that comes late
  await page.getByRole('heading', { level: 1 }).evaluate(({ style }) => (style.paddingBottom = '40px'));
  await settled(page);
  await acceptIn(page.getByRole('article')).tap();
  await expect(page.getByText("You're helping")).toBeVisible();
});

test(
  'a mouse presses a card that has just moved once it has moved to it, and not where it rests',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const searches = await student('Sue Searches');
    const word = `dal${randomUUID().slice(0, 8)}`;
    for (const [index, food] of ['ramen', 'soup', 'rice'].entries())
      await postedRequest(await student(`Asks ${food}`), {
        mealDescription: `${word} ${food}`,
        deadline: inHours(3 + index),
      });
    const page = await openAs(searches);
    await page.goto(`/requests?search=${word}`);
    const accept = acceptIn(page.getByRole('article')).first();
    await settled(page);
    await accept.hover();
    await watchFirst(page, 'soup');
    await page.getByLabel('Search').fill(`${word} soup`);
    await clickAfterMove(page, accept, 300);
    await settled(page);
    expect(await acceptedBy(searches)).toBe(0);
    await page.getByLabel('Search').fill(`${word} rice`);
    await expect(page.getByRole('article')).toContainText('rice');
    // the button may be where the mouse rests
    await page.mouse.move(0, 0);
    // at another spot: there it would repeat the press on the card that has just gone
    await accept.click({ position: { x: 20, y: 20 } });
    await expect(page.getByText("You're helping")).toBeVisible();
    expect(await acceptedBy(searches)).toBe(1);
  },
);
