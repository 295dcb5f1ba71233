import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';

// how long `findBy…` waits: a busy machine is slow, not wrong
configure({ asyncUtilTimeout: 25_000 });
// React's strict mode does everything twice, a tenth of the time, to find what no student meets yet
configure({ reactStrictMode: process.env.TEST_LEVEL === 'full' });

// Each time that `findBy…` looks in vain, its error would print the whole page; only the last one is read.
const { getElementError } = getConfig();
const isSearching = () =>
  (getConfig() as ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics: boolean })
    ._disableExpensiveErrorDiagnostics;
configure({
  getElementError: (message, container) =>
    isSearching() ? new Error(message ?? undefined) : getElementError(message, container),
});

// React writes down the stack of each element, a quarter of a test's time. It stops after 10,000, and here believes that it has.
const internals = React as unknown as Record<'__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE', object>;
Object.defineProperty(
  internals.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  {
    get: () => Infinity,
    set: () => undefined,
  },
);

// A console error or warning is a failure: React tells of real mistakes there.
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  for (const level of ['error', 'warn'] as const)
    jest.spyOn(console, level).mockImplementation((...words) => void complaints.push(words));
});

afterEach(() => {
  cleanup();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints).toEqual([]);
});
