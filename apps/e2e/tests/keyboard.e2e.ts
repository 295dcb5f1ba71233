import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.js';

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target.toString()}`);
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('the main job works without a mouse [spec §2.56]', async ({ openAs, student }) => {
  const [kay, lou] = [await student('Kay Board'), await student('Lou Tab')];
  const page = await openAs();
  await page.goto('/login');
  await type(page, page.getByLabel('Email'), kay.email);
  await type(page, page.getByLabel('Password', { exact: true }), kay.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await press(page, page.getByRole('navigation').getByRole('link', { name: /create request/i }));
  await expect(page).toHaveURL(/\/create-request$/);
  const meal = `Keyboard soup ${kay.token.slice(-6)}`;
  await type(page, page.getByLabel('What food'), meal);
  await type(page, page.getByLabel('Store'), 'Lakeside');
  // a date field takes one part at a time: tomorrow's date in the order of en-US
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  });
  await type(page, page.locator('[name=date]'), tomorrow.replaceAll('/', ''));
  await press(page, page.getByRole('button', { name: 'Create Request' }));
  await expect(page).toHaveURL(/\/my-requests$/);
  await expect(page.getByText(meal)).toBeVisible();

  const lous = await openAs(lou);
  await lous.goto('/requests');
  await type(
    lous,
    lous
      .getByRole('searchbox')
      .or(lous.getByLabel(/search/i))
      .first(),
    meal,
  );
  await lous.keyboard.press('Enter');
  await expect(lous.getByRole('button', { name: /accept/i })).toHaveCount(1);
  await press(lous, lous.getByRole('button', { name: /accept/i }));
  await expect(lous.getByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
  await lous.goto('/matches');
  await press(lous, lous.getByRole('button', { name: 'Rate & Report Issues' }));
  const dialog = lous.getByRole('dialog', { name: 'Rate Your Experience' });
  await expect(dialog).toBeVisible();
  await tabTo(lous, dialog.getByRole('radio', { name: /yes/i }));
  await lous.keyboard.press('Space');
  await press(lous, dialog.getByRole('button', { name: 'Submit Rating' }));
  await expect(lous.getByText('Rating submitted successfully!')).toBeVisible();
  await expect(lous.getByText('You rated this match')).toBeVisible();
});

test('the first Tab reaches the skip link, and a new page moves the focus to its heading', async ({
  openAs,
  student,
}) => {
  const page = await openAs(await student('Skip Per'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip to content/i })).toBeFocused();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /browse requests/i })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /browse requests/i })).toBeFocused();
  await expect(page).toHaveTitle(/browse requests/i);
});

test('a link and a button show that they have the focus', async ({ openAs }) => {
  const page = await openAs();
  await page.goto('/login');
  for (const control of [
    page.getByRole('link', { name: 'SpareSwipe home' }),
    page.getByRole('button', { name: 'Log in' }),
  ]) {
    await tabTo(page, control);
    await expect(control).toHaveCSS('outline-style', 'solid');
    await expect(control).toHaveCSS('outline-width', '2px');
  }
});
