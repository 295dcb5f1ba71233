import type { Page } from '@playwright/test';
import { verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** How much slower than this machine the phone is. */
const SLOWDOWNS = [4, 20];
/** Milliseconds between a press and Back. On a slow phone the screen is still being drawn after all of them. */
const DELAYS = [20, 200];

const HEADINGS: Record<string, RegExp> = {
  '/': /seat at the table/,
  '/login': /Welcome Back/,
  '/register': /Join Our Community/,
  '/dashboard': /Sloan/,
  '/messages': /Messages Coming Soon/,
  '/matches': /Your Matches/,
};

async function slowDown(page: Page, rate: number) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Presses what `selector` finds and goes back so soon that the next screen may not be drawn yet. */
const pressAndGoBack = (page: Page, selector: string, delay: number) =>
  page.evaluate(
    ([selector, delay]) => {
      const found = [...document.querySelectorAll<HTMLElement>('header a, header button, main a')];
      found.find((element) => element.matches(selector) || element.textContent.trim() === selector)!.click();
      setTimeout(() => history.back(), delay);
    },
    [selector, delay] as const,
  );

/** The address and the screen come to agree, and stay so. */
async function expectAgreement(page: Page, path: string) {
  const isThere = async () => {
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path]!);
    await expect(page.getByText(/^Loading\.\.\.$/)).toHaveCount(0);
  };
  await isThere();
  // what was still on its way has come by then
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await isThere();
}

for (const rate of SLOWDOWNS) {
  test.describe(`on a phone ${rate} times slower`, () => {
    test('Back right after Logout leads to log in, with nothing of the student left', async ({ openAs, student }) => {
      for (const delay of DELAYS) {
        const page = await openAs(await student('Sloan Slow'));
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sloan/);
        await slowDown(page, rate);
        await pressAndGoBack(page, 'Logout', delay);
        await expectAgreement(page, '/login');
        await expect(page.getByText('Sloan')).toHaveCount(0);
        expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      }
    });

    test('Back right after logging in leaves the form, and the student logged in', async ({ openAs }) => {
      const sloan = await verifiedStudent('Sloan Slow');
      const page = await openAs();
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' }).click();
      await page.getByLabel('Email').fill(sloan.email);
      await page.getByLabel('Password', { exact: true }).fill(sloan.password);
      await slowDown(page, rate);
      await page.evaluate(() => {
        const { pushState, replaceState } = history;
        for (const [name, original] of Object.entries({ pushState, replaceState }))
          history[name as 'pushState'] = (...args) => {
            original.apply(history, args);
            if (location.pathname === '/dashboard') setTimeout(() => history.back(), 50);
          };
      });
      await page.getByRole('button', { name: 'Log in' }).click();
      await expectAgreement(page, '/');
      await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    });

    test('Back right after opening a screen returns to the one before', async ({ openAs, student }) => {
      const page = await openAs(await student('Sloan Slow'));
      await page.goto('/messages');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Messages/);
      await slowDown(page, rate);
      for (const delay of DELAYS) {
        await pressAndGoBack(page, 'Matches', delay);
        await expectAgreement(page, '/messages');
      }
    });

    test('Back and Forward in quick succession end where the address says', async ({ openAs, student }) => {
      const page = await openAs(await student('Sloan Slow'));
      await page.goto('/messages');
      await page.getByRole('link', { name: 'Your Matches' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Your Matches/);
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sloan/);
      await slowDown(page, rate);
      await page.evaluate(async () => {
        for (const step of [-1, -1, 1, -1, 1, 1, -1]) {
          history.go(step);
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      });
      await expectAgreement(page, new URL(page.url()).pathname);
    });
  });
}
