import type { Page } from '@playwright/test';

/**
 * Whatever else a test looks at, no page may log an error, break the content policy (the browser logs that as an error),
 * open a dialog of the browser's own, or call anybody but `origins`.
 */
export function watch(page: Page, faults: string[], origins: string[]) {
  page.on('console', (message) => {
    // the browser itself reports every 4xx answer; those are asserted where they matter
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin)) faults.push(`third party: ${request.url()}`);
  });
}
