import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { endUndo } from '../support/campus.js';
import { expectStill, watchShifts } from '../support/phone.js';
import { acceptedMatch, api, inHours, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

/** Opens a list and waits until its stream is there. The list does not poll, so that every change comes by the stream. */
async function openList(page: Page, path: string) {
  await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/live') && response.status() === 200);
  await page.goto(path);
  await stream;
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('open lists show at once that others posted and accepted, and nothing moves under the finger', async ({
  openAs,
}) => {
  // a separate campus, since requests of other tests would arrive as changes, too
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
  await expect(news).toBeVisible();
  expect(await accept.boundingBox()).toEqual(place);
  await expectStill(browse);
  await news.click();
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('Pho');

  await acceptedMatch(helps!, ramen._id);
  await expect(browse.getByText('No longer open')).toBeVisible();
  await expect(cards.first()).toContainText('Pho');
  await expect(own.getByText('Matched with helps')).toBeVisible();
});

test(
  'open matches show at once that the other side completed, rated, released or accepted, and nothing moves under the finger',
  { tag: '@full' },
  async ({ openAs }) => {
    const campus = `live${randomUUID().slice(0, 8)}.edu`;
    const [reads, ben, cem, dan] = await Promise.all(
      ['Rae', 'Ben', 'Cem', 'Dan'].map((name) => verifiedStudent(name, { email: `${name.toLowerCase()}@${campus}` })),
    );
    const asks = async (by: typeof reads, mealDescription: string) =>
      (await postedRequest(by!, { mealDescription, deadline: inHours(5) }))._id;
    // the newest first: Pho, Ramen, Curry
    await acceptedMatch(reads!, await asks(dan, 'Curry'));
    const ramen = await asks(reads, 'Ramen');
    const bens = await acceptedMatch(ben!, ramen);
    const cems = await acceptedMatch(cem!, await asks(reads, 'Pho'));
    // from now on an accept can no longer be taken back
    for (const helper of [reads!, ben!, cem!]) await endUndo(helper);
    const page = await openAs(reads);
    await openList(page, '/matches');

    const card = (food: string) => page.getByRole('article').filter({ hasText: food });
    const complete = card('Curry').getByRole('button', { name: 'Mark Complete' });
    await expect(card('Pho').getByRole('link', { name: 'Call Cem' })).toBeVisible();
    await complete.scrollIntoViewIfNeeded();
    const place = await complete.boundingBox();
    // By its box: Chromium counts the list as moved where a card and the question above it change in the same frame, though
    // both are out of sight and nothing in sight moves.
    const nothingMoved = async () => {
      // the browser keeps a place by scrolling, in whole pixels
      const { y, ...box } = (await complete.boundingBox())!;
      expect(box).toEqual({ x: place!.x, width: place!.width, height: place!.height });
      expect(Math.abs(y - place!.y)).toBeLessThan(1);
    };

    await api(cem!.token).matches.complete({ params: { id: cems._id } });
    await expect(card('Pho').getByRole('button', { name: 'Rate Experience' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Did you get your meal?' })).toBeAttached();
    await nothingMoved();
    const rating = { params: { id: cems._id }, body: { followedThrough: true, score: 4 } } as const;
    await api(reads!.token).ratings.rate(rating);
    await expect(card('Pho').getByText('You rated this match')).toBeVisible();
    await api(cem!.token).ratings.rate(rating);
    await expect(card('Pho').getByText('Cem gave you 4 of 5 stars')).toBeVisible();
    await nothingMoved();

    await api(ben!.token).matches.release({ params: { id: bens._id } });
    await expect(card('Ramen').getByText('Ben could not make it.')).toBeVisible();
    await nothingMoved();

    await acceptedMatch(dan!, ramen);
    const news = page.getByRole('button', { name: '1 new match' });
    await expect(news).toBeVisible();
    await nothingMoved();
    await news.click();
    await expect(card('Ramen').first()).toContainText('Matched with Dan');
    await expect(page.getByRole('article')).toHaveCount(4);
  },
);

/** Covers or uncovers the page as another app on a phone does; headless Chromium shows every page all the time. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const values = { hidden, visibilityState: hidden ? 'hidden' : 'visible' };
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);

test('a list is right as soon as the network is back, and as soon as the student is', async ({ openAs }) => {
  const campus = `live${randomUUID().slice(0, 8)}.edu`;
  const [reads, asks, also] = await Promise.all(
    ['reads', 'asks', 'also'].map((name) => verifiedStudent(name, { email: `${name}@${campus}` })),
  );
  await postedRequest(asks!, { mealDescription: 'Ramen' });
  const page = await openAs(reads);
  await openList(page, '/requests?campus=mine');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await postedRequest(asks!, { mealDescription: 'Pho' });
  await page.context().setOffline(false);
  // without its own look at the list, the stream would bring it some 17 s later
  await expect(page.getByRole('button', { name: '1 new request' })).toBeVisible({ timeout: 12_000 });

  // a covered page has no stream
  await setHidden(page, true);
  await postedRequest(also!, { mealDescription: 'Dal' });
  await setHidden(page, false);
  await expect(page.getByRole('button', { name: '2 new requests' })).toBeVisible({ timeout: 12_000 });
});
