import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { origin, verifiedStudent, type Student } from './students.js';
import { watch } from './watch.js';

interface Fixtures {
  /** A page of a student's own browser, logged in as anybody would be who comes back; a visitor's without a student. */
  openAs(student?: Student): Promise<Page>;
  /** Makes a verified, logged-in student through the API and the inbox. */
  student(name: string): Promise<Student>;
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(origin()),
  page: async ({ page }, use) => {
    const faults: string[] = [];
    watch(page, faults, [origin()]);
    await use(page);
    expect(faults).toEqual([]);
  },
  openAs: async ({ browser, contextOptions, locale, timezoneId, viewport, colorScheme }, use) => {
    const contexts: BrowserContext[] = [];
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
      contexts.push(context);
      const page = await context.newPage();
      watch(page, faults, [origin()]);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(faults).toEqual([]);
  },
  student: async ({}, use) => use(verifiedStudent),
});

export { expect };
