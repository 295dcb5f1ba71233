import { test as base, expect, type Page } from '@playwright/test';
import { origin, verifiedStudent, type Student } from './students.js';
import { watch } from './watch.js';

interface Fixtures {
  /** Opens a page in a new browser context, logged in with the student's stored token, or as a visitor. */
  openAs(student?: Student): Promise<Page>;
  /** Creates a verified, logged-in student through the API and the inbox. */
  student(name: string): Promise<Student>;
}

export const test = base.extend<Fixtures & { closing: undefined }>({
  // Playwright closes these only when the worker ends, and a throttled page keeps a processor busy
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) {
        await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
        await context.close();
      }
    },
    { auto: true },
  ],
  baseURL: async ({}, use) => use(origin()),
  page: async ({ page }, use) => {
    const faults: string[] = [];
    watch(page, faults, [origin()]);
    await use(page);
    expect(faults).toEqual([]);
  },
  openAs: async ({ browser, contextOptions, locale, timezoneId, viewport, colorScheme }, use) => {
    const faults: string[] = [];
    await use(async (student) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: origin(),
        locale,
        timezoneId,
        viewport,
        colorScheme,
        storageState: student && {
          cookies: [],
          origins: [{ origin: origin(), localStorage: [{ name: 'token', value: student.token }] }],
        },
      });
      context.on('page', (page) => watch(page, faults, [origin()]));
      return context.newPage();
    });
    expect(faults).toEqual([]);
  },
  student: async ({}, use) => use(verifiedStudent),
});

export { expect };
