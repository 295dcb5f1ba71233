import type { Page } from '@playwright/test';
import { acceptedMatch, postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

test.use({ contextOptions: { hasTouch: true } });

const PHONE = { width: 360, height: 740 };
const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick' });

test(
  'the bottom bar leads to the main places, and says how many matches are under way',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [asks, helps] = [await student('Ana Bars'), await student('Ben Bars')];
    await acceptedMatch(helps, (await postedRequest(asks))._id);
    const page = await openAs(helps);
    await page.setViewportSize(PHONE);
    await page.goto('/messages');
    for (const [link, heading] of [
      ['Dashboard', /Welcome/],
      ['Browse', 'Browse Requests'],
      ['Create', 'Create Request'],
      ['My Requests', 'My Meal Exchange Requests'],
      ['Matches 1 active', 'Your Matches'],
      ['Me', 'Profile'],
    ] as const) {
      await bar(page).getByRole('link', { name: link, exact: true }).tap();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(bar(page).getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
    }
    await page.goto('/matches');
    await page.getByRole('button', { name: 'Mark Complete' }).tap();
    await expect(bar(page).getByRole('link', { name: 'Matches', exact: true })).toBeVisible();
  },
);

test(
  'the bottom bar is always in reach, and each of its links is large enough for a thumb',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Tom Thumb'));
    for (const width of [320, PHONE.width]) {
      await page.setViewportSize({ ...PHONE, width });
      await page.goto('/create-request');
      for (const scroll of [0, 10_000]) {
        await page.evaluate((top) => window.scrollTo(0, top), scroll);
        await expect(bar(page).getByRole('link')).toHaveCount(6);
        for (const link of await bar(page).getByRole('link').all()) {
          const { y, width: wide, height } = (await link.boundingBox())!;
          expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44);
          expect(y + height).toBeGreaterThan(PHONE.height - 60);
          expect(y + height).toBeLessThanOrEqual(PHONE.height);
        }
      }
    }
  },
);

test('the bottom bar covers neither the end of a page nor what takes the focus', async ({ openAs, student }) => {
  const page = await openAs(await student('Kay Board'));
  await page.setViewportSize(PHONE);
  await page.goto('/create-request');
  await expect(bar(page)).toBeVisible();
  const top = (await bar(page).boundingBox())!.y;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement!;
      const isInBar = element.closest('[aria-label=Quick]') !== null;
      return { isInBar, bottom: element.getBoundingClientRect().bottom, html: element.outerHTML.slice(0, 80) };
    });
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const { isInBar, bottom, html } = await focused();
    if (isInBar) return;
    expect(bottom, html).toBeLessThanOrEqual(top);
  }
  throw new Error('Tab never reached the bottom bar');
});

test('the open menu takes the place of the bottom bar', { tag: '@full' }, async ({ openAs, student }) => {
  const page = await openAs(await student('Mel Menu'));
  await page.setViewportSize(PHONE);
  await page.goto('/messages');
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(1);
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeVisible();
});

test('visitors and wide screens have no bottom bar', { tag: '@full' }, async ({ openAs, student }) => {
  const visitor = await openAs();
  await visitor.setViewportSize(PHONE);
  await visitor.goto('/login');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(visitor)).toHaveCount(0);

  const page = await openAs(await student('Wanda Wide'));
  await page.setViewportSize(PHONE);
  await page.goto('/messages');
  await expect(bar(page)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(bar(page)).toHaveCount(0);
});
