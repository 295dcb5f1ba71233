import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the check returns something and returns it. Throws when it takes longer, naming what it waited for. */
export async function until<T>(
  awaited: string,
  check: () => Promise<T | false | undefined>,
  { seconds = 60 } = {},
): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const found = await check();
    if (found) return found;
    await pause(100);
  }
  throw new Error(`Waited ${seconds} s for ${awaited}`);
}
