import type { Page } from '@playwright/test';
import { startDeployment } from '../support/deployment.js';
import { verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';
import { watch } from '../support/watch.js';

/** The version of the worker that runs this page. */
const versionOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(String(data));
        const { controller } = navigator.serviceWorker;
        if (controller) controller.postMessage('version', [port2]);
        else resolve('none');
      }),
  );

/** Waits until the browser has installed a newer worker, which does not run any page yet. */
const installed = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state))
    .toBe('installed');

// @full only: on a busy machine Chromium may count a closed tab for longer than a test can wait; at both levels,
// push.e2e.ts checks that nobody stays on an old version
const details = { tag: '@full' };

test(
  'a new worker replaces the old one when the page reloads, but not while another tab is in use',
  details,
  async ({ browser }) => {
    const deployment = await startDeployment();
    const { token } = await verifiedStudent('Upa Date');
    const context = await browser.newContext({
      baseURL: deployment.origin,
      serviceWorkers: 'allow',
      storageState: {
        cookies: [],
        origins: [{ origin: deployment.origin, localStorage: [{ name: 'token', value: token }] }],
      },
    });
    const faults: string[] = [];
    const tab = async (path: string) => {
      const page = await context.newPage();
      watch(page, faults, [deployment.origin]);
      await page.goto(path);
      return page;
    };
    const [page, other] = [await tab('/dashboard'), await tab('/matches')];
    for (const one of [page, other]) await expect.poll(() => versionOf(one)).toBe('first');

    deployment.deploy('second');
    await page.reload();
    await installed(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([await versionOf(page), await versionOf(other)]).toEqual(['first', 'first']);

    await other.close();
    // the browser may still count the closed tab for a moment
    await expect(async () => {
      await page.reload();
      await expect.poll(() => versionOf(page), { timeout: 3000 }).toBe('second');
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/matches');
    await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
    expect(faults).toEqual([]);
    await context.close();
    deployment.stop();
  },
);
