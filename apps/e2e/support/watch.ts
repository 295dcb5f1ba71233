import type { Page } from '@playwright/test';

/**
 * Records faults in every test: a page must not log an error, violate the content security policy (the browser logs that
 * as an error), open a native dialog, or call any origin but `origins`.
 */
export function watch(page: Page, faults: string[], origins: string[]) {
  page.on('console', (message) => {
    // the browser logs every 4xx response; tests assert those where they matter
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
