import { readFile } from 'node:fs/promises';
import { phoneOf } from '../support/phone.js';
import { postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

test(
  'a student downloads everything kept about them, also while closing the account',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const ada = await student('Ada Leaving');
    await postedRequest(ada, { mealDescription: '<b>Ramen</b>' });
    const page = await openAs(ada);
    await page.goto('/profile');
    const saved = async (from: { click: () => Promise<void> }) => {
      const [download] = await Promise.all([page.waitForEvent('download'), from.click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const json = await saved(page.getByRole('button', { name: 'Download as JSON' }));
    expect(json.name).toMatch(/^spareswipe-[\d-]+\.json$/);
    expect(JSON.parse(json.text)).toMatchObject({
      parts: {
        students: { records: [{ name: ada.name, email: ada.email, phoneNumber: ada.phoneNumber }] },
        meal_requests: { records: [{ mealDescription: '<b>Ramen</b>' }] },
      },
    });

    await page.getByRole('button', { name: 'Deactivate Account' }).click();
    const html = await saved(page.getByRole('dialog').getByRole('button', { name: 'Download as a page' }));
    await page.goto('about:blank');
    await page.setContent(html.text);
    await expect(page.getByRole('heading', { name: 'Your data at SpareSwipe' })).toBeVisible();
    for (const text of [ada.email, '<b>Ramen</b>']) await expect(page.getByText(text, { exact: true })).toBeVisible();
  },
);

test(
  'on a phone, closing the account says first how many meals are lost, and its password field is whole',
  { tag: '@full' },
  async ({ browser, student }) => {
    const ada = await student('Ada Closes');
    await postedRequest(ada);
    const page = await phoneOf(browser, ada, '/my-requests');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Deactivate Account' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Deactivate Account' });
    await expect(dialog.getByText('You lose your 1 meal and the meals of these requests')).toBeInViewport({ ratio: 1 });
    const password = dialog.getByLabel('Confirm with your password');
    await password.tap();
    await expect(password).toBeFocused();
    await expect(password).toBeInViewport({ ratio: 1 });
  },
);
