import type { User } from '@spareswipe/contract';
import { contract, TOKEN_STORAGE_KEY } from '@spareswipe/contract';
import { act, cleanup, render } from '@testing-library/react';
import { Root } from '../src/app/root';
import { createQueryClient } from '../src/shared/api/query-client';
import { fakeServer, type FakeServer, ok } from './fake-server';

interface Visit {
  /** Who is logged in; nobody by default. */
  as?: User;
  server?: FakeServer;
}

/** The address of the current screen: path and query. */
export const address = () => window.location.pathname + window.location.search;

/** The browser's Back and Forward; each takes a moment. */
export const go = (steps: 1 | -1) =>
  act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.go(steps);
    await arrived;
  });

/** Opens the whole application at a path, as a student or a visitor, on a fake server. */
export function visit(path: string, { as, server = fakeServer() }: Visit = {}) {
  if (as) {
    localStorage.setItem(TOKEN_STORAGE_KEY, `token of ${as.name}`);
    server.on(contract.users.me, ok({ user: as }));
  }
  window.history.replaceState(null, '', path);
  render(<Root queryClient={createQueryClient()} />);
  return server;
}

/** Loads the current page again, as the browser does: only its history stays. */
export function reload() {
  cleanup();
  render(<Root queryClient={createQueryClient()} />);
}
