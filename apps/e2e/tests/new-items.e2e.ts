import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { expectStill, phoneOf, settled, watchShifts } from '../support/phone.js';
import { inHours, postedRequest, verifiedStudent, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const scrollTo = async (page: Page, scroll: number) => {
  await page.evaluate((y) => window.scrollTo(0, y), scroll);
  await settled(page);
};

/** Six requests on a separate campus, since requests of other tests would arrive as changes, too. */
async function campusWithSix() {
  const campus = `news${randomUUID().slice(0, 8)}.edu`;
  const [reads, asks, also] = (await Promise.all(
    ['reads', 'asks', 'also'].map((name) => verifiedStudent(name, { email: `${name}@${campus}` })),
  )) as [Student, Student, Student];
  // a new student has two meals
  const others = await Promise.all(
    ['one', 'two', 'three'].map((name) => verifiedStudent(name, { email: `${name}@${campus}` })),
  );
  for (const [index, by] of others.entries())
    for (const n of [0, 1])
      await postedRequest(by, { mealDescription: `Ramen ${index}${n}`, deadline: inHours(6 + 2 * index + n) });
  return { reads, asks, also };
}

const news = (page: Page) => page.getByRole('button', { name: '1 new request' });

test(
  'a press on "1 new request" shows its card, wherever it belongs and wherever the list is scrolled to',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const { reads, asks, also } = await campusWithSix();
    const page = await phoneOf(browser, reads, '/requests?campus=mine');
    const top = page.getByRole('banner');
    await settled(page);
    const isListAboveBar = await page.evaluate(() => {
      const bar = document.querySelector('nav[aria-label=Quick]')!.getBoundingClientRect();
      return document.elementFromPoint(bar.width / 2, bar.top - 20)?.closest('main ul') !== null;
    });
    expect(isListAboveBar, 'the list shows down to the bar while nothing is new').toBe(true);
    const posts = [
      ['Dal', also, 3, 700],
      // the last of the list
      ['Stew', also, 20, 0],
      ['Pho', asks, 5, 0],
      ['Soup', asks, 4, 300],
    ] as const;
    for (const [food, by, hours, scroll] of posts.slice(0, short(1, { full: 4 }))) {
      await scrollTo(page, scroll);
      await postedRequest(by, { mealDescription: food, deadline: inHours(hours) });
      await expect(news(page)).toBeVisible();
      // the button can be pressed half a second after it came; Playwright would scroll meanwhile
      await settled(page);
      await news(page).tap();
      const card = page.getByRole('article').filter({ hasText: food });
      await expect(card, `${food} at ${scroll}`).toBeVisible();
      await settled(page);
      const { y, height } = (await card.boundingBox())!;
      const header = (await top.boundingBox())!;
      const bar = (await page.getByRole('navigation', { name: 'Quick' }).boundingBox())!;
      expect(y, `${food} at ${scroll}`).toBeGreaterThanOrEqual(Math.max(0, header.y + header.height));
      expect(y + height, `${food} at ${scroll}`).toBeLessThanOrEqual(bar.y);
    }
  },
);

test(
  '"1 new request" has its own strip above the bottom bar: fully visible, beside no text, and nothing moves',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const { reads, asks, also } = await campusWithSix();
    const page = await phoneOf(browser, reads, '/requests?campus=mine');
    for (const [food, by, scroll] of [
      ['Pho', asks, 0],
      ['Soup', asks, 300],
      ['Dal', also, 700],
    ] as const) {
      await page.reload();
      await expect(page.getByRole('article').first()).toBeVisible();
      await scrollTo(page, scroll);
      // the element that a finger would press in the middle of the button when it appears
      await page.evaluate(() => {
        const button = () =>
          [...document.querySelectorAll('button')].find((one) => one.textContent === '1 new request');
        new MutationObserver((_, observer) => {
          const found = button();
          if (!found) return;
          observer.disconnect();
          const { left, top, width, height } = found.getBoundingClientRect();
          const under = document.elementFromPoint(left + width / 2, top + height / 2);
          Object.assign(window, { isInTheWay: found.contains(under) });
        }).observe(document.body, { subtree: true, childList: true });
      });
      const cards = () =>
        page.getByRole('article').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
      const before = await cards();
      await watchShifts(page);
      await postedRequest(by, { mealDescription: food, deadline: inHours(3) });
      await expect(news(page)).toBeInViewport({ ratio: 1 });
      await settled(page);
      expect(await cards(), `at ${scroll}`).toEqual(before);
      await expectStill(page, `at ${scroll}`);
      expect(await page.evaluate(() => (window as unknown as { isInTheWay: boolean }).isInTheWay)).toBe(false);

      const pill = (await news(page).boundingBox())!;
      const bar = (await page.getByRole('navigation', { name: 'Quick' }).boundingBox())!;
      expect(pill.height).toBeGreaterThanOrEqual(44);
      expect(bar.y - (pill.y + pill.height), `at ${scroll}`).toBeLessThan(8);
      // from edge to edge, no card shows beside it or between it and the bar
      const shown = await page.evaluate(
        ([top, bottom]) => {
          const seen = new Set<boolean>();
          for (let y = top!; y < bottom!; y += 4)
            for (let x = 2; x < innerWidth; x += 8)
              seen.add(Boolean(document.elementFromPoint(x, y)?.closest('article')));
          return [...seen];
        },
        [pill.y, bar.y],
      );
      expect(shown, `at ${scroll}`).toEqual([false]);
      // it is in sight, so keys reach it without scrolling
      await news(page).focus();
      expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
    }
  },
);

test(
  'the next page says that it shows some requests again, once new ones have pushed them down',
  { tag: '@full' },
  async ({ browser }) => {
    const { reads, asks, also } = await campusWithSix();
    const late = { deadline: inHours(40) };
    for (const by of [asks, also])
      for (const n of [0, 1]) await postedRequest(by, { mealDescription: `Dal ${n}`, ...late });
    const domain = reads.email.split('@')[1];
    const four = await verifiedStudent('four', { email: `four@${domain}` });
    await postedRequest(four, { mealDescription: 'Last lasagne', deadline: inHours(50) });
    const page = await phoneOf(browser, reads, '/requests?campus=mine');
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await postedRequest(four, { mealDescription: 'Soon soup', deadline: inHours(2) });
    await expect(news(page)).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).tap();
    await expect(page.getByText('it shows some again that you have just seen')).toBeVisible();
    await expect(page.getByRole('article', { name: 'Last lasagne' })).toBeVisible();
  },
);
