import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/** Waits until the database or the API shows what must come by itself; fails if it does not. */
export async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${PATIENCE_MS / 1000} s`);
    await pause(25);
  }
}
