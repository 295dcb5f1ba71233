import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';

// how long `findBy…` waits: a busy machine is slow, not wrong
configure({ asyncUtilTimeout: 25_000 });

// Each time that `findBy…` looks in vain, its error would print the whole page; only the last one is read.
const { getElementError } = getConfig();
const isSearching = () =>
  (getConfig() as ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics: boolean })
    ._disableExpensiveErrorDiagnostics;
configure({
  getElementError: (message, container) =>
    isSearching() ? new Error(message ?? undefined) : getElementError(message, container),
});

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
