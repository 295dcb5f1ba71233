import { foundCampus, type Campus } from './campus.js';
import { test } from './test.js';

/** Tests with a small campus in which every screen has something to show; each worker creates one. */
export const testOnCampus = test.extend<object, { campus: Campus }>({
  campus: [async ({}, use) => use(await foundCampus()), { scope: 'worker', timeout: 100_000 }],
});
