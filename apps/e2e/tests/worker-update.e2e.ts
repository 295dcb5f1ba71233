import type { Page } from '@playwright/test';
import { startDeployment } from '../support/deployment.js';
import { verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';
import { watch } from '../support/watch.js';

/** What the worker that runs this page answers: its version, or how many windows it knows. */
const ask = (page: Page, question: 'version' | 'windows') =>
  page.evaluate(
    (question) =>
      new Promise<string>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(String(data));
        const { controller } = navigator.serviceWorker;
        if (controller) controller.postMessage(question, [port2]);
        else resolve('none');
      }),
    question,
  );
const versionOf = (page: Page) => ask(page, 'version');

/** Installing fetches every file of the app, which takes a busy machine longer than a screen. */
const patient = { timeout: 60_000 };

/** Waits until the browser has installed a newer worker, which does not run any page yet. */
const installed = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state), patient)
    .toBe('installed');

// @full only: on a busy machine Chromium may count a closed tab for longer than a test can wait; at both levels,
// push.e2e.ts checks that nobody stays on an old version
const details = { tag: '@full' };

test(
  'a new worker replaces the old one when the page reloads, but not while another tab is in use',
  details,
  async ({ browser }) => {
    test.slow();
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
    for (const one of [page, other]) await expect.poll(() => versionOf(one), patient).toBe('first');

    deployment.deploy('second');
    await page.reload();
    await installed(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([await versionOf(page), await versionOf(other)]).toEqual(['first', 'first']);

    await other.close();
    // a busy browser counts the closed tab for many seconds, and a page that reloads sometimes twice
    await expect(async () => {
      await expect.poll(() => ask(page, 'windows'), patient).toBe('1');
      await page.reload();
      await expect.poll(() => versionOf(page), { timeout: 10_000 }).toBe('second');
    }).toPass({ timeout: 120_000 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/matches');
    await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
    expect(faults).toEqual([]);
    await context.close();
    deployment.stop();
  },
);
