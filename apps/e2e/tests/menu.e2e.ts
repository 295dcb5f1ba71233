import type { Page } from '@playwright/test';
import { lastingToasts } from '../support/lasting-toasts.js';
import { acceptedMatch, postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

const PHONE = { width: 360, height: 740 };
const TURNED = { width: PHONE.height, height: PHONE.width };
const inMenu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
/** Retries until the page's script runs. */
const openMenu = (page: Page) =>
  expect(async () => {
    const close = page.getByRole('button', { name: 'Close menu' });
    // an earlier try may have taken effect late
    if (!(await close.isVisible())) await page.getByRole('button', { name: 'Open menu' }).click({ timeout: 1000 });
    await expect(close).toBeVisible({ timeout: 1000 });
  }).toPass();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('Back closes the menu with its screen, and opening a screen from the menu is one step in the history', async ({
  openAs,
  student,
}) => {
  const page = await openAs(await student('Mina Menu'));
  await page.setViewportSize(PHONE);
  await page.goto('/messages');
  await page.getByRole('link', { name: 'Your Matches' }).click();
  await expect(heading(page, 'Your Matches')).toBeVisible();
  await openMenu(page);
  await expect(inMenu(page, 'My Requests')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Messages Coming Soon')).toBeVisible();
  await expect(inMenu(page, 'My Requests')).toBeHidden();
  await page.goForward();
  await expect(heading(page, 'Your Matches')).toBeVisible();
  await expect(inMenu(page, 'My Requests')).toBeHidden();

  await openMenu(page);
  await inMenu(page, 'My Requests').click();
  await expect(page).toHaveURL(/\/my-requests$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/matches$/);
  await expect(inMenu(page, 'My Requests')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/messages$/);
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(/\/my-requests$/);
});

test('Escape closes the menu and returns the focus to its button', { tag: '@full' }, async ({ openAs, student }) => {
  const page = await openAs(await student('Esme Escape'));
  await page.setViewportSize(PHONE);
  await page.goto('/messages');
  await openMenu(page);
  await expect(inMenu(page, 'My Requests')).toBeVisible(); // else Tab leaves the menu, which closes it
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(inMenu(page, 'My Requests')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await expect(page).toHaveURL(/\/messages$/);
});

test(
  'following a link of the page while the menu is open does not change Back and Forward',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Fay Forward'));
    await page.setViewportSize(PHONE);
    await page.goto('/messages');
    await openMenu(page);
    await page.getByRole('link', { name: 'Your Matches' }).click();
    await expect(heading(page, 'Your Matches')).toBeVisible();
    await expect(inMenu(page, 'My Requests')).toBeHidden();
    await openMenu(page);
    await page.getByRole('tab', { name: 'Completed' }).click();
    await expect(page).toHaveURL(/status=completed$/);
    for (const [step, address] of [
      ['goBack', /\/matches$/],
      ['goBack', /\/messages$/],
      ['goForward', /\/matches$/],
      ['goForward', /status=completed$/],
    ] as const) {
      await page[step]();
      await expect(page).toHaveURL(address);
    }
  },
);

test(
  'the menu closes when a dialog opens from below it or the keyboard focus leaves it',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [asks, helps] = [await student('Dora Asks'), await student('Dan Helps')];
    await acceptedMatch(helps, (await postedRequest(asks))._id);
    const page = await openAs(helps);
    await page.setViewportSize(PHONE);
    await page.goto('/messages');
    await page.getByRole('link', { name: 'Your Matches' }).click();
    const rate = page.getByRole('button', { name: 'Rate & Report Issues' });
    await expect(rate).toBeVisible();
    await openMenu(page);
    await rate.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(inMenu(page, 'My Requests')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(/\/matches$/);

    await openMenu(page);
    await page.getByRole('button', { name: 'Logout' }).focus();
    await page.keyboard.press('Tab');
    await expect(inMenu(page, 'My Requests')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/messages$/);
  },
);

test(
  'turning the phone with the menu open moves its links into the bar, and Back still goes back',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(heading(page, 'Join Our Community')).toBeVisible();
    await openMenu(page);
    await expect(inMenu(page, 'Log in')).toBeVisible();
    await page.setViewportSize(TURNED);
    await expect(page.getByRole('navigation', { name: 'Main' })).not.toHaveAttribute('data-open');
    await expect(inMenu(page, 'Log in')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await page.setViewportSize(PHONE);
    await expect(inMenu(page, 'Register')).toBeHidden();
  },
);

test(
  'a toast at the top right covers neither the menu, open or closed, nor the skip link',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await lastingToasts(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill('nobody@cs.stanford.edu');
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Day1');
    await page.getByRole('button', { name: 'Log in' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Invalid email or password' });
    await expect(toast).toBeInViewport({ ratio: 1 });
    const isRight = async () => {
      const { x, y, width } = (await toast.boundingBox())!;
      return PHONE.width - (x + width) < 40 && y < 200;
    };
    expect(await isRight()).toBe(true);
    const soon = { timeout: 2000 };
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.getByRole('link', { name: 'Skip to content' }).click({ ...soon, trial: true });
    await page.getByRole('button', { name: 'Open menu' }).click(soon);
    for (const name of ['Log in', 'Register']) await inMenu(page, name).click({ ...soon, trial: true });
    await expect(toast).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Close menu' }).click(soon);
    expect(await isRight()).toBe(true);
  },
);
