import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { phoneOf, settled } from '../support/phone.js';
import { inHours, postedRequest, verifiedStudent, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const scrollTo = async (page: Page, scroll: number) => {
  await page.evaluate((y) => window.scrollTo(0, y), scroll);
  await settled(page);
};

/** Six requests on a campus of their own: requests of other tests would be news too. */
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

test('a press on "1 new request" shows its card, wherever it belongs and wherever the list is scrolled to', async ({
  browser,
}) => {
  test.slow();
  const { reads, asks, also } = await campusWithSix();
  const page = await phoneOf(browser, reads, '/requests?campus=mine', 4);
  const top = page.getByRole('banner');
  for (const [food, by, hours, scroll] of [
    ['Pho', asks, 5, 0],
    ['Soup', asks, 4, 300],
    ['Dal', also, 3, 700],
    // the last of the list
    ['Stew', also, 20, 0],
  ] as const) {
    await scrollTo(page, scroll);
    await postedRequest(by, { mealDescription: food, deadline: inHours(hours) });
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
  await page.context().close();
});
