import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findFreePort } from '@spareswipe/local-services';
import lighthouse from 'lighthouse';
import { screens } from '../support/screens.js';
import { origin } from '../support/students.js';
import { expect, testOnCampus as test } from '../support/test-on-campus.js';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const addressOf = ({ path }: { path: string }) => path.split('?')[0];
/** Their addresses are secrets: no search engine may list them, which Lighthouse would hold against them. */
const MAILED = ['/verify-email/', '/reset-password/'];
/** One of each address: its states share what Lighthouse measures. */
const addresses = screens.filter(
  (screen, index) =>
    !MAILED.some((start) => screen.path.startsWith(start)) &&
    screens.findIndex((one) => addressOf(one) === addressOf(screen)) === index,
);

for (const { name, path, as } of addresses)
  test(`Lighthouse is content with ${name}`, async ({ campus, launchOptions }) => {
    const port = await findFreePort();
    const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
    const browser = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${origin()}/manifest.webmanifest`);
      if (as) await page.evaluate((token) => localStorage.setItem('token', token), campus[as].token);
      const result = await lighthouse(`${origin()}${path}`, {
        port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        disableStorageReset: true,
      });
      const scores = CATEGORIES.map((category) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100));
      console.log(`${name}: ${scores.join(' / ')}`);
      const [performance = 0, ...rest] = scores;
      expect.soft(performance).toBeGreaterThanOrEqual(path === '/' ? 100 : 95);
      expect.soft(rest).toEqual([100, 100, 100]);
    } finally {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    }
  });
