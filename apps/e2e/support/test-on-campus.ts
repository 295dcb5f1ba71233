import { foundCampus, type Campus } from './campus.js';
import { test } from './test.js';

/** Tests that look at a small campus in which every screen has something to show; one for each worker. */
export const testOnCampus = test.extend<object, { campus: Campus }>({
  campus: [async ({}, use) => use(await foundCampus()), { scope: 'worker', timeout: 60_000 }],
});
