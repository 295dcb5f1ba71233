import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { codeOf, command, invited, newCampus, openDesk } from '../support/desk.js';
import { mailTo } from '../support/inbox.js';
import { setTextSize } from '../support/phone.js';
import { acceptedMatch, api, creditsOf, inHours, postedRequest, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const REASON = 'The reader at the hall was broken.';

const place = (page: Page, name: string) => page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name });
const formOf = (page: Page, button: string) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });

async function send(form: Locator, button: string) {
  await form.getByLabel('Reason').fill(REASON);
  await form.getByRole('button', { name: button, exact: true }).click();
}

async function openStudent(page: Page, { name }: Student) {
  await place(page, 'Students').click();
  await page.getByLabel('Search').fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

const post = (by: Student) =>
  api(by.token).requests.create({
    body: {
      mealPeriod: 'lunch',
      mealDescription: 'Soup',
      location: 'Hall',
      deadline: inHours(3),
      urgency: 'low',
      isFlexible: true,
    },
  });

test(
  'an invitation leads to a password, an authenticator and recovery codes, and then to the log-in',
  { tag: '@full' },
  async ({ page }) => {
    const { campus, student } = newCampus();
    await student('Ida Firstborn');
    const { email, link } = await invited(campus);
    await page.goto(link);
    const secret = await page.locator('code').first().innerText();
    await expectAccessible(page, 'invitation');
    await page.getByLabel('New password').fill('Desk-Passw0rd');
    const used = await codeOf(secret);
    await page.getByLabel('The six digits that the app shows').fill(used);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('Keep these recovery codes.')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page, 'recovery codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();

    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expectAccessible(page, 'log-in');
    const logIn = async (code: string) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('Desk-Passw0rd');
      await page.getByLabel('Code').fill(code);
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    await logIn(used);
    await expect(page.getByRole('alert')).toBeVisible();
    await logIn(await codeOf(secret, 'next'));
    await place(page, 'Students').click();
    await expect(page.getByRole('link', { name: 'Ida Firstborn' })).toBeVisible();
    await expectAccessible(page, 'students');
  },
);

test('an operator suspends and lifts, voids an exchange and adjusts meals, and the ledger stays right', async ({
  page,
}) => {
  const { campus, student } = newCampus();
  const [ruth, finn] = [await student('Ruth Montgomery-Featherstonehaugh'), await student('Finn Helps')];
  const match = await acceptedMatch(finn, (await postedRequest(ruth, { mealDescription: 'Ramen' }))._id);
  expect((await api(finn.token).matches.complete({ params: { id: match._id } })).status).toBe(200);
  await openDesk(page, campus);

  await openStudent(page, finn);
  await expectAccessible(page, 'student');
  await send(formOf(page, 'Suspend'), 'Suspend');
  await expect(page.getByText(/^Suspended until /)).toBeVisible();
  expect((await post(finn)).body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
  await send(formOf(page, 'Lift suspension'), 'Lift suspension');
  await expect(page.getByText(/^Suspended until /)).toBeHidden();

  expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 3]);
  await send(formOf(page, 'Void exchange'), 'Void exchange');
  await expect(page.getByText('The exchange is void: the meal goes back to the requester')).toBeVisible();
  expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([2, 2]);

  await formOf(page, 'Adjust meals').getByLabel('Meals', { exact: true }).fill('3');
  await send(formOf(page, 'Adjust meals'), 'Adjust meals');
  await expect(page.getByText('Finn Helps now has 5 meals')).toBeVisible();
  expect(await creditsOf(finn)).toBe(5);
  expect((await mailTo(finn.email, /exchange was voided/i)).text).toContain(REASON);

  await place(page, 'Log').click();
  for (const action of ['Suspended', 'Suspension lifted', 'Meals given or taken'])
    await expect(page.getByText(`${action}: Finn Helps`, { exact: true })).toBeVisible();
  await expect(page.getByText('Exchange voided', { exact: true })).toBeVisible();
  await expect(page.getByText(`Ramen, requester ${ruth.name}, fulfiller Finn Helps`)).toBeVisible();
  await expectAccessible(page, 'log');
  expect(await command('audit')).toBe(0);
});

test(
  'an operator pauses the campus while two students are about to match',
  { tag: '@full' },
  async ({ page, openAs }) => {
    const { campus, student } = newCampus();
    const [ruth, finn] = [await student('Ruth Waits'), await student('Finn Comes')];
    const { mealDescription } = await postedRequest(ruth, { mealDescription: `Ramen at ${campus}` });
    const finns = await openAs(finn);
    await finns.goto('/requests');
    const ramen = finns.getByRole('article', { name: mealDescription });
    const accept = ramen.getByRole('button', { name: 'Accept Request' });
    await expect(accept).toBeEnabled();
    // Finn's screen must not learn of the pause before he presses: any change on Browse would reload it
    await finns.route('**/api/campuses/mine', (route) => route.abort());

    await openDesk(page, campus);
    await place(page, 'Campus').click();
    await page.getByLabel('Paused: nobody can post or accept').check();
    await page.getByLabel('Notice').fill('Closed for the fall break.');
    await page.getByLabel('Rules for guest meals').fill('Two guests a week.');
    await expectAccessible(page, 'campus');
    await send(formOf(page, 'Save'), 'Save');
    await expect(page.getByText('The campus is changed')).toBeVisible();

    await finns.unroute('**/api/campuses/mine');
    await accept.click();
    const words = 'Your campus is paused: Closed for the fall break.';
    await expect(finns.getByRole('alert')).toContainText(words);
    await expect(finns.getByText('Your campus is paused', { exact: true })).toBeVisible();
    await expect(accept).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(finns, 'browse, paused');

    const ruths = await openAs(ruth);
    await ruths.goto('/create-request');
    await expect(ruths.getByText('Closed for the fall break.')).toBeVisible();
    await expect(ruths.getByRole('button', { name: 'Create Request' })).toBeHidden();
    await expectAccessible(ruths, 'create, paused');
    await ruths.goto('/my-requests');
    await ruths.getByRole('button', { name: 'Cancel' }).click();
    await ruths
      .getByRole('dialog')
      .getByRole('button', { name: /^(Yes|Cancel request)/ })
      .click();
    await expect(ruths.getByText('Request cancelled successfully')).toBeVisible();

    await page.getByLabel('Paused: nobody can post or accept').uncheck();
    await send(formOf(page, 'Save'), 'Save');
    await expect(page.getByText('The campus is changed')).toBeVisible();
    await finns.goto('/create-request');
    await expect(finns.getByRole('region', { name: 'Guest meals on your campus' })).toContainText('Two guests a week.');
    expect((await post(finn)).status).toBe(201);
  },
);

test('an operator decides a dispute without a mouse, on a phone too', { tag: '@full' }, async ({ page }) => {
  const { campus, student } = newCampus();
  const [ruth, finn] = [await student('Ruth Montgomery-Featherstonehaugh'), await student('Finn Helps')];
  const match = await acceptedMatch(finn, (await postedRequest(ruth, { mealDescription: 'Ramen' }))._id);
  expect((await api(finn.token).matches.complete({ params: { id: match._id } })).status).toBe(200);
  const denied = await api(ruth.token).ratings.rate({
    params: { id: match._id },
    body: { followedThrough: false, score: null },
  });
  expect(denied.status).toBe(200);
  await openDesk(page, campus);

  await place(page, 'Disputes').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 open dispute')).toBeVisible();
  await expectAccessible(page, 'disputes');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Who gets the meal').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type(REASON);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Decide' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No dispute waits for you.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Disputes' })).toBeFocused();
  await expectAccessible(page, 'no disputes');

  // in large letters the links fill the screen
  await setTextSize(page, 32);
  await place(page, 'Log').click();
  await expect(page.getByRole('heading', { name: 'Log', level: 1 })).toBeInViewport({ ratio: 1 });

  expect(await creditsOf(ruth)).toBe(2);
  expect(await command('audit')).toBe(0);
});
