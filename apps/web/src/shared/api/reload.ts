import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const LONGEST_WAIT_MS = 5_000;

/** Waits for a reload, but not for long: one that gets no answer goes on without holding a button. */
export const soon = (reloaded: Promise<unknown>) =>
  Promise.race([reloaded, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);

/**
 * For `onSettled`: reloads everything on the screen. After a response the call counts as running until the new data is
 * here, or is late; without one the reload may take long, and the student may try again at once.
 */
export async function reload(queryClient: QueryClient, error: unknown) {
  // queries notify their screens in a timeout: the lists render the outcome (outcome.ts) before a response without its item
  await new Promise((resolve) => setTimeout(resolve));
  const reloaded = queryClient.invalidateQueries();
  if (!(error instanceof ApiError && !error.spoken)) await soon(reloaded);
}
