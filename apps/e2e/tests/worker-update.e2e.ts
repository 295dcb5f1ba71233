import type { Page } from '@playwright/test';
import { startDeployment } from '../support/deployment.js';
import { verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';
import { watch } from '../support/watch.js';

/** What version of the worker runs this page. */
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

/** Installing fetches every file of the app, which takes a busy machine longer than a screen. */
const patient = { timeout: 60_000 };

/** Waits until the browser has installed a newer worker, which does not run any page yet. */
const installed = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state), patient)
    .toBe('installed');

// @full only: at both levels, push.e2e.ts checks that nobody stays on an old version
const details = { tag: '@full' };

test(
  'a new worker waits while a tab is open, and replaces the old one when all are left',
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

    // left, not closed: a busy browser counts a closed tab for minutes; the old worker ends once it has nothing to do
    await other.goto('about:blank');
    await expect(async () => {
      await page.goto('about:blank');
      await page.goto('/dashboard');
      expect(await versionOf(page)).toBe('second');
    }).toPass(patient);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/matches');
    await expect(page.getByRole('heading', { name: 'Your Matches' })).toBeVisible();
    expect(faults).toEqual([]);
    deployment.stop();
  },
);
