import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type BrowserContext, type LaunchOptions } from '@playwright/test';
import { findFreePort } from '@spareswipe/local-services';
import lighthouse from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Visit {
  name: string;
  origin: string;
  path: string;
  /** The student's token; without it the page is opened as a visitor. */
  token?: string;
  launchOptions: LaunchOptions;
  /** The minimum score, of 100. */
  performance?: number;
  arrange?: (browser: BrowserContext) => Promise<unknown>;
}

/** Lighthouse's mobile run of one screen in a separate browser. Prints the four scores, and fails below 100 (performance: 95). */
export async function expectGoodScores({ name, origin, path, token, launchOptions, performance = 95, arrange }: Visit) {
  const port = await findFreePort();
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launchPersistentContext(profile, { ...launchOptions, args });
  try {
    await arrange?.(browser);
    const page = await browser.newPage();
    await page.goto(`${origin}/manifest.webmanifest`);
    if (token) await page.evaluate((value) => localStorage.setItem('token', value), token);
    const onlyCategories = [...CATEGORIES];
    const flags = { port, logLevel: 'error', onlyCategories, disableStorageReset: true } as const;
    const result = await lighthouse(`${origin}${path}`, flags);
    const scores = CATEGORIES.map((category) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100));
    console.log(`${name}: ${scores.join(' / ')}`);
    const [speed = 0, ...rest] = scores;
    expect.soft(speed).toBeGreaterThanOrEqual(performance);
    expect.soft(rest).toEqual([100, 100, 100]);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}
