import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { newCampus, openDesk } from '../support/desk.js';
import { mailTo } from '../support/inbox.js';
import { acceptedMatch, api, postedRequest } from '../support/students.js';
import { expect, test } from '../support/test.js';

const place = (page: Page, name: string) => page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name });

test(
  'a report reaches the queue, and its answer the student by mail; an announcement reaches every student',
  { tag: '@full' },
  async ({ page, openAs }) => {
    const { campus, student } = newCampus();
    const [ruth, finn] = [await student('Ruth Asks'), await student('Finn Helps')];
    await acceptedMatch(finn, (await postedRequest(ruth, { mealDescription: 'Ramen' }))._id);
    await postedRequest(ruth, { mealDescription: 'Burrito of Ruth' });
    const finns = await openAs(finn);
    await finns.goto('/requests');
    await expectAccessible(finns, 'browse');
    await finns
      .getByRole('article', { name: 'Burrito of Ruth' })
      .getByRole('button', { name: 'Report a problem' })
      .click();
    await finns.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await finns.goto('/matches');
    await expectAccessible(finns, 'matches');
    await finns.getByRole('button', { name: 'Report a problem' }).click();
    await finns.getByLabel('What is it about?').selectOption('They asked for money');
    await finns.getByLabel('What happened?').fill('Ruth asked me for <b>cash</b> at the door.');
    await expectAccessible(finns, 'report');
    await finns.getByRole('button', { name: 'Send report' }).click();
    await expect(finns.getByText('Your report is kept for those who run')).toBeVisible();

    await openDesk(page, campus);
    await expect(page.getByRole('heading', { name: 'Requests of the last 14 days' })).toBeVisible();
    await expectAccessible(page, 'today');
    await page.getByRole('link', { name: 'open reports' }).click();
    await expect(page.getByText('Ruth asked me for <b>cash</b> at the door.')).toBeVisible();
    await expectAccessible(page, 'reports');
    await page.getByRole('textbox', { name: 'Answer' }).fill('We talked to the dining hall about it.');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(page.getByText('0 open reports')).toBeVisible();
    expect((await mailTo(finn.email, /what you reported/i)).text).toContain('We talked to the dining hall about it.');

    await place(page, 'Announcements').click();
    await page.getByLabel('Announcement').fill('North Hall is closed on Friday.');
    await page.getByRole('button', { name: 'Tell the campus' }).click();
    await expect(page.getByText('dismissed by 0 students')).toBeVisible();
    await expectAccessible(page, 'announcements');
    await finns.goto('/matches');
    await expect(finns.getByRole('link', { name: 'Read it on your dashboard' })).toBeVisible();
    await expectAccessible(finns, 'matches, with an announcement');
    await finns.getByRole('link', { name: 'Read it on your dashboard' }).click();
    await expect(finns.getByText('North Hall is closed on Friday.')).toBeVisible();
    await expectAccessible(finns, 'dashboard');
    await finns.getByRole('button', { name: 'Dismiss this announcement' }).click();
    await expect(finns.getByText('North Hall is closed on Friday.')).toBeHidden();
  },
);

test('a struck student contests, and an operator withdraws the strike', { tag: '@full' }, async ({ page, openAs }) => {
  const { campus, student } = newCampus();
  const [ruth, finn] = [await student('Ruth Asks'), await student('Finn Helps')];
  await openDesk(page, campus);
  const match = await acceptedMatch(finn, (await postedRequest(ruth, { mealDescription: 'Ramen' }))._id);
  const rated = await api(ruth.token).ratings.rate({ params: { id: match._id }, body: { followedThrough: false } });
  expect(rated.status).toBe(200);

  const finns = await openAs(finn);
  await finns.goto('/profile');
  await finns.getByRole('button', { name: 'Contest this strike' }).click();
  await finns.getByLabel('What happened?').fill('I waited at the hall until two.');
  await expectAccessible(finns, 'contest');
  await finns.getByRole('button', { name: 'Contest strike', exact: true }).click();
  await expect(finns.getByText('It suspends nobody until it is decided')).toBeVisible();
  await expectAccessible(finns, 'profile with a strike');

  await place(page, 'Strikes').click();
  await expect(page.getByText('I waited at the hall until two.')).toBeVisible();
  await expectAccessible(page, 'contested strikes');
  await page.getByLabel('The strike', { exact: true }).selectOption('is withdrawn');
  await page.getByLabel('Reason').fill('Two others saw Finn there.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('No contested strike waits for you.')).toBeVisible();
  await finns.reload();
  await expect(finns.getByRole('heading', { name: 'Strikes' })).toBeHidden();
});
