import { expect, test } from '../support/test.js';

// New York: on March 8, 2026 the clocks go from 2 to 3 AM
test(
  'a time that the clocks skip is refused instead of changed silently [spec §5.10]',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Dora Light'));
    await page.clock.setFixedTime('2026-03-05T12:00:00-05:00');
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Ramen');
    await page.getByLabel('Store').fill('Lakeside');
    await page.getByLabel('Deadline date').fill('2026-03-08');
    await page.getByLabel('Deadline time').fill('02:30');
    await page.getByRole('button', { name: 'Create Request' }).click();
    await expect(page.getByText('The clocks go forward past this time on that day.')).toBeVisible();
    await page.getByLabel('Deadline time').fill('03:30');
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/requests'));
    await page.getByRole('button', { name: 'Create Request' }).click();
    expect((await posted).postDataJSON()).toMatchObject({ deadline: '2026-03-08T07:30:00.000Z' });
  },
);

// on November 1, 2026 they go back: the eight days from October 25 are one hour longer
test(
  'the form refuses the last hour of a longer week, as the server does [spec §5.10]',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const page = await openAs(await student('Fay Back'));
    await page.clock.setFixedTime('2026-10-25T00:10:00-04:00');
    await page.goto('/create-request');
    await page.getByLabel('What food').fill('Ramen');
    await page.getByLabel('Store').fill('Lakeside');
    await page.getByLabel('Deadline date').fill('2026-11-01');
    await page.getByLabel('Deadline time').fill('23:30');
    await page.getByRole('button', { name: 'Create Request' }).click();
    await expect(page.getByText('Deadline cannot be more than 7 days from now')).toBeVisible();
    await expect(page).toHaveURL(/\/create-request$/);
  },
);
