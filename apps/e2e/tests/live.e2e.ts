import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectStill, watchShifts } from '../support/phone.js';
import { acceptedMatch, inHours, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ viewport: { width: 360, height: 740 } });

/** Lists poll every 20 s, so a change within 2 s came by the stream. */
const SOON = { timeout: 2000 };

/** Opens a list and waits until its stream is there. */
async function openList(page: Page, path: string) {
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/live') && response.status() === 200);
  await page.goto(path);
  await stream;
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('open lists show within 2 s that others posted and accepted, and nothing moves under the finger', async ({
  openAs,
}) => {
  // a campus of their own: requests of other tests would be news too
  const campus = `live${randomUUID().slice(0, 8)}.edu`;
  const [reads, asks, helps] = await Promise.all(
    ['reads', 'asks', 'helps'].map((name) => verifiedStudent(name, { email: `${name}@${campus}` })),
  );
  const ramen = await postedRequest(asks!, { mealDescription: 'Ramen', deadline: inHours(5) });
  const [browse, own] = [await openAs(reads), await openAs(asks)];
  await openList(browse, '/requests?campus=mine');
  await openList(own, '/my-requests');

  const cards = browse.getByRole('article');
  const accept = cards.getByRole('button', { name: 'Accept Request' });
  const place = await accept.boundingBox();
  await watchShifts(browse);
  // its deadline is sooner, so it belongs above the other
  await postedRequest(asks!, { mealDescription: 'Pho', deadline: inHours(2) });
  const news = browse.getByRole('button', { name: '1 new request' });
  await expect(news).toBeVisible(SOON);
  expect(await accept.boundingBox()).toEqual(place);
  await expectStill(browse);
  await news.click();
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('Pho');

  await acceptedMatch(helps!, ramen._id);
  await expect(browse.getByText('No longer open')).toBeVisible(SOON);
  await expect(cards.first()).toContainText('Pho');
  await expect(own.getByText('Matched with helps')).toBeVisible(SOON);
});
