import { test as base, expect, type Page } from '@playwright/test';
import { origin, verifiedStudent, type Student } from './students.js';
import { watch } from './watch.js';

interface Fixtures {
  /** Opens a page in a new browser context, logged in with the student's stored token, or as a visitor. */
  openAs(student?: Student): Promise<Page>;
  /** Creates a verified, logged-in student through the API and the inbox. */
  student(name: string): Promise<Student>;
  /** The system under test, and what else a page may call. */
  origins: [system: string, ...others: string[]];
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
  origins: async ({}, use) => use([origin()]),
  baseURL: async ({ origins: [system] }, use) => use(system),
  page: async ({ page, origins }, use) => {
    const faults: string[] = [];
    watch(page, faults, origins);
    await use(page);
    expect(faults).toEqual([]);
  },
  openAs: async ({ browser, contextOptions, locale, timezoneId, viewport, colorScheme, origins }, use) => {
    const faults: string[] = [];
    await use(async (student) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: origins[0],
        locale,
        timezoneId,
        viewport,
        colorScheme,
        storageState: student && {
          cookies: [],
          origins: [{ origin: origins[0], localStorage: [{ name: 'token', value: student.token }] }],
        },
      });
      context.on('page', (page) => watch(page, faults, origins));
      return context.newPage();
    });
    expect(faults).toEqual([]);
  },
  student: async ({}, use) => use(verifiedStudent),
});

export { expect };
