import type { Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { slowDown } from '../support/phone.js';
import { verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** CPU throttling: how many times slower the phone is than this machine. */
const SLOWDOWNS = [4, 20];
/** Milliseconds between a press and Back. On a slow phone the next screen is not drawn yet after either. */
const DELAYS = short([20], { full: [20, 200] });

const HEADINGS: Record<string, RegExp> = {
  '/': /seat at the table/,
  '/login': /Welcome Back/,
  '/register': /Join Our Community/,
  '/dashboard': /Sloan/,
  '/messages': /Messages Coming Soon/,
  '/matches': /Your Matches/,
};

/** Presses the element that matches `selector` and goes back before the next screen may be drawn. */
const pressAndGoBack = (page: Page, selector: string, delay: number) =>
  page.evaluate(
    ([selector, delay]) => {
      const found = [...document.querySelectorAll<HTMLElement>('header a, header button, main a')];
      found.find((element) => element.matches(selector) || element.textContent.trim() === selector)!.click();
      setTimeout(() => history.back(), delay);
    },
    [selector, delay] as const,
  );

/** Waits until the address and the screen agree, and checks that they stay so. */
async function expectAgreement(page: Page, path: string) {
  const isThere = async () => {
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path]!);
    await expect(page.getByText(/^Loading\.\.\.$/)).toHaveCount(0);
  };
  await isThere();
  // pending navigations and renders have finished by then
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await isThere();
}

for (const rate of SLOWDOWNS) {
  test.describe(`on a phone ${rate} times slower`, { tag: rate > 4 ? '@full' : [] }, () => {
    test('Back right after Logout leads to log in, without any data of the student', async ({ openAs, student }) => {
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

    test('Back right after logging in leaves the form and keeps the student logged in', async ({ openAs }) => {
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

    test('Back right after opening a screen returns to the previous one', async ({ openAs, student }) => {
      const page = await openAs(await student('Sloan Slow'));
      await page.goto('/messages');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Messages/);
      await slowDown(page, rate);
      for (const delay of DELAYS) {
        await pressAndGoBack(page, 'Matches', delay);
        await expectAgreement(page, '/messages');
      }
    });

    test(
      'Back and Forward in quick succession end on the screen of the address',
      { tag: '@full' },
      async ({ openAs, student }) => {
        const page = await openAs(await student('Sloan Slow'));
        await page.goto('/messages');
        // twice, since the browser may count a quick step from before an earlier one has arrived: none may leave the app
        for (const path of ['/matches', '/dashboard', '/matches', '/dashboard']) {
          await page.locator(`header a[href="${path}"]`).first().click();
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path]!);
        }
        await slowDown(page, rate);
        const end = await page.evaluate(async () => {
          const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
          for (const step of [-1, -1, 1, -1, 1, 1, -1]) {
            history.go(step);
            await pause(30);
          }
          // a slow phone takes the last steps later
          for (let path = ''; path !== location.pathname; await pause(1000)) path = location.pathname;
          return location.pathname;
        });
        await expectAgreement(page, end);
      },
    );
  });
}
