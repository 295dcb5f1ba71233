import { defineConfig } from '@playwright/test';
import { browserPath } from './support/browser.js';

/** Two at a time fit on two cores; every test makes its own students, so none waits for another. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.e2e.ts',
  globalSetup: './support/system.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    // A trace takes a third of a test's time. Where nobody can look at a failure again it is worth it; else `--trace on`.
    trace: process.env.CI ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: {
      executablePath: await browserPath(),
      // root has no sandbox of its own; the rest keeps Chromium from calling its maker
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
