import { setTimeout as pause } from 'node:timers/promises';

export const PATIENCE_MS = 120_000;

/** Waits until the check holds. Throws after two minutes, naming what it waited for: `until('the mail to Ana', …)`. */
export async function until(awaited: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Waited ${PATIENCE_MS / 1000} s for ${awaited}`);
    await pause(25);
  }
}
