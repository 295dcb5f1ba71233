import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.js';

/** Holds back every script until `release` is called, as a bad network does for seconds. */
async function withoutScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    // the first paint waits for this one, a few lines that choose the colours
    if (!route.request().url().includes('before-paint')) await released;
    await route.continue();
  });
  return { release };
}

test('what is typed before the script is there stays, and cannot be sent into the address', async ({ page }) => {
  const scripts = await withoutScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.fill('sam@state.edu');
  await page.getByLabel('Password', { exact: true }).fill('Sunny-Day1');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: /^log in$/i })).toBeDisabled();
  scripts.release();
  await expect(page.getByRole('button', { name: /^log in$/i })).toBeEnabled();
  await expect(email).toHaveValue('sam@state.edu');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Sunny-Day1');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test('a registration that is filled in at once is sent as it was typed', async ({ page }) => {
  await page.goto('/register', { waitUntil: 'commit' });
  const email = `rush-${Date.now()}@state.edu`;
  await page.locator('[name=name]').fill('Rita Rush');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=phoneNumber]').fill('+1 617 555 0100');
  await page.locator('[name=password]').fill('Sunny-Day1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});
