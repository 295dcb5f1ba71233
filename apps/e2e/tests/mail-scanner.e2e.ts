import type { Page } from '@playwright/test';
import { logIn, registered, somebody, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const apiLinkOf = (link: string) => link.replace('/verify-email/', '/api/auth/verify-email/');
const inAddressBar = (page: Page) => page.evaluate(() => location.href);

/** Opens the link as the student who got the mail, and logs in if asked. */
async function getIn(page: Page, link: string, student: Pick<Student, 'email' | 'password'>) {
  await page.goto(link);
  await expect(page.getByText('Email verified successfully!')).toBeVisible();
  expect(await inAddressBar(page)).not.toContain(link.split('/').at(-1));
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await logIn(page, student);
  await expect(page).toHaveURL(/\/dashboard$/);
}

test(
  'a student gets in after a mail scanner has fetched the link without running scripts',
  { tag: '@full' },
  async ({ page }) => {
    const sam = somebody('Sam Scanned');
    const link = await registered(sam);
    await fetch(apiLinkOf(link), { method: 'HEAD' });
    for (const [method, url] of [
      ['HEAD', link],
      ['GET', link],
      ['GET', apiLinkOf(link)],
      ['GET', apiLinkOf(link)],
    ] as const) {
      const answer = await fetch(url, { method });
      expect(answer.status, `${method} ${url}`).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
    await getIn(page, link, sam);
  },
);

test(
  'a student gets in after a mail scanner has opened the link in a browser [spec §8.12] [asvs V6.4b]',
  { tag: '@full' },
  async ({ openAs, page }) => {
    const sara = somebody('Sara Scanned');
    const link = await registered(sara);
    const scanner = await openAs();
    await scanner.goto(link);
    await expect(scanner.getByText('Email verified successfully!')).toBeVisible();
    expect(await inAddressBar(scanner)).not.toContain(link.split('/').at(-1));
    await getIn(page, link, sara);
  },
);

test('a mailed token leaks neither through a Referer header nor through the address bar [asvs V14.2d]', async ({
  page,
}) => {
  for (const path of ['/verify-email/some-token', '/reset-password/some-token']) {
    const answer = await page.goto(path);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await page.getByRole('link', { name: 'SpareSwipe home' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await page.evaluate(() => document.referrer)).toBe('');
  }
  await page.goto('/reset-password/some-token');
  await expect(page.getByLabel('New password')).toBeVisible();
  expect(await inAddressBar(page)).not.toContain('some-token');
});
