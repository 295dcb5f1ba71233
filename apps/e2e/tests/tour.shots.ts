import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { newCampus } from '../support/desk.js';
import { inHours, postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

const PICTURES = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });

/** The pictures of the README: Ana asks for a meal, Ben brings it. */
test('the tour', async ({ openAs }) => {
  const { student } = newCampus('rice');
  const [ana, ben, noah] = [await student('Ana Lopez'), await student('Ben Okafor'), await student('Noah Park')];
  await postedRequest(noah, { mealDescription: 'Anything warm', location: 'Seibel Servery', deadline: inHours(4) });
  const [anas, bens] = [await openAs(ana), await openAs(ben)];
  const take = (page: Page, name: string) => page.screenshot({ path: `${PICTURES}tour-${name}.png` });

  await anas.goto('/create-request');
  await anas.getByLabel('What food').fill('Something vegetarian');
  await anas.getByLabel('Store').fill('North Servery');
  await anas.getByRole('button', { name: 'In 1 hour' }).click();
  await take(anas, '1-ask');
  await anas.getByRole('button', { name: 'Create Request' }).click();
  await expect(anas).toHaveURL(/\/my-requests$/);

  await bens.goto('/requests');
  await bens.getByLabel('My campus').check();
  const request = bens.getByRole('article').filter({ hasText: 'Something vegetarian' });
  await expect(bens.getByText('2 requests', { exact: true })).toBeVisible(); // the other campuses are gone
  await take(bens, '2-browse');
  await request.getByRole('button', { name: 'Accept Request' }).click();
  await expect(bens.getByText('Request accepted!')).toBeVisible();

  await anas.goto('/my-requests');
  await expect(anas.getByText('Matched with Ben Okafor')).toBeVisible(); // when Ben can no longer undo it
  await expect(anas.getByRole('link', { name: 'Text Ben Okafor' })).toBeVisible();
  await take(anas, '3-matched');

  await bens.goto('/matches');
  await expect(bens.getByRole('link', { name: 'Text Ana Lopez' }).first()).toBeVisible();
  await take(bens, '4-helping');
  await bens.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(bens.getByText('3 meals to spend')).toBeVisible();
  await bens.evaluate(() => window.scrollTo(0, 0));
  await take(bens, '5-fed');

  await anas.goto('/matches');
  await anas.getByRole('button', { name: 'Rate Experience' }).click();
  const dialog = anas.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();
  await take(anas, '6-rate');
});
