import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the check holds. Throws after two minutes, naming what it waited for: `until('the mail to Ana', …)`. */
export async function until(
  awaited: string,
  check: () => boolean | Promise<boolean>,
  { patienceMs = 120_000 } = {},
): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Waited ${patienceMs / 1000} s for ${awaited}`);
    await pause(25);
  }
}
