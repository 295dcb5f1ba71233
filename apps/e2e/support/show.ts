import type { Page } from '@playwright/test';
import type { Screen } from './screens.js';
import { expect } from './test.js';

/** Opens a screen and waits until it has loaded and shows its state. */
export async function show({ path, heading, arrange, act }: Screen, page: Page) {
  await arrange?.(page);
  await page.goto(typeof path === 'string' ? path : await path());
  if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  if (act) await act(page);
  else await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
