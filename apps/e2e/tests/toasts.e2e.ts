import type { Locator, Route } from '@playwright/test';
import { errors } from '@spareswipe/contract';
import { short } from '../support/levels.js';
import { lastingToasts } from '../support/lasting-toasts.js';
import { acceptedMatch, postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** The longest message that a student may be shown. */
const LONG = errors.TOO_MANY_OPEN_MATCHES.message;

const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 500, json: { success: false, code: 'INTERNAL', message } });

async function overlap(one: Locator, other: Locator) {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const SIZES: [number, number][] = [
  [360, 740],
  [320, 568],
  [740, 360],
  [992, 700],
  [1280, 720],
];
for (const [width, height] of short(SIZES.slice(0, 1), { full: SIZES }))
  test(`on ${width} × ${height}, toasts at the top right cover neither the title of a dialog nor its close button`, async ({
    openAs,
    student,
  }) => {
    const [asks, helps] = [await student('Toni Asks'), await student('Tess Helps')];
    await acceptedMatch(helps, (await postedRequest(asks))._id);
    const page = await openAs(helps);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await lastingToasts(page);
    await page.goto('/matches');
    await page.getByRole('button', { name: 'Rate & Report Issues' }).click();
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('heading', { name: 'Rate Your Experience' });
    const close = dialog.getByRole('button', { name: 'Close' });
    const submit = dialog.getByRole('button', { name: 'Submit Rating' });
    const before = (await title.boundingBox())!;
    // a dialog on a phone that lies on its side scrolls to the button
    const scrolls = height < 400;
    for (const message of [LONG, 'Not now']) {
      await page.route('**/rate', refuse(message));
      await submit.click();
      const toast = page.getByRole('alert').filter({ hasText: message });
      await expect(toast).toBeInViewport({ ratio: 0.8 });
      for (const part of scrolls ? [submit] : [title, close, submit]) {
        await expect(part).toBeInViewport({ ratio: 1 });
        expect(await overlap(toast, part), message).toBe(false);
      }
      const { x, y, width: wide } = (await toast.boundingBox())!;
      expect(width - (x + wide)).toBeLessThan(40);
      expect(y).toBeLessThan(height / 2);
    }
    if (!scrolls) expect((await title.boundingBox())!.y, 'the dialog does not move').toBe(before.y);
  });

test('the toast about an accept does not cover what has taken the place of the request', async ({
  openAs,
  student,
}) => {
  const asks = await student('Tom Asks');
  for (const mealDescription of ['Toast soup', 'Toast rice']) await postedRequest(asks, { mealDescription });
  const page = await openAs(await student('Una Helps'));
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/requests?search=toast');
  const card = page.getByRole('article', { name: 'Toast soup' });
  await card.evaluate((element) => element.scrollIntoView());
  await card.getByRole('button', { name: 'Accept Request' }).click();
  const undo = page.getByRole('button', { name: /^Undo/ });
  const toast = page.getByRole('alert').filter({ hasText: 'Request accepted!' });
  await expect(toast).toBeInViewport({ ratio: 1 });
  await expect(undo).toBeInViewport({ ratio: 1 });
  expect(await overlap(toast, undo)).toBe(false);
});
