import { defineConfig } from '@playwright/test';
import { browserPath } from './support/browser.js';

/**
 * Three tests run at a time, since each waits half of its time. Every test creates its own students, so no test depends on
 * another. `e2e` leaves out the tests with the tag @full; `test:full` runs them all, and at their full length
 * (`support/levels.ts`).
 */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.e2e.ts',
  globalSetup: './support/system.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // a busy machine is slow, not wrong
  timeout: 240_000,
  expect: { timeout: 45_000 },
  // the summary at the end of `pnpm test` reads the JSON
  reporter: [['list'], ['json', { outputFile: 'node_modules/test-results.json' }]],
  outputDir: 'test-results',
  use: {
    // A trace takes a third of a test's time: worth it only where a failure is hard to repeat. Locally use `--trace on`.
    trace: process.env.CI ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // a worker would hide calls from tests that watch or answer them; push.e2e.ts allows it
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await browserPath(),
      // Chromium's sandbox does not work as root; the optimising compilers cost more than they save in pages that live for
      // seconds; the other flags stop its calls to Google
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--js-flags=--no-maglev --no-turbofan',
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
