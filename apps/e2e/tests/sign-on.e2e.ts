import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { linkIn, mailTo } from '../support/inbox.js';
import { personAt, testAtCampus as test } from '../support/sign-on.js';
import { verifiedStudent } from '../support/students.js';
import { expect } from '../support/test.js';

/** Signing on with a campus account, through the real protocol, on a phone. */

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with State' }).click();
const choose = (page: Page, { name }: { name: string }) => page.getByRole('button', { name }).click();

async function completeProfile(page: Page) {
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
  await page.getByLabel('Phone number').fill('+1 617 555 0100');
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('a new student fills in one step, and after logging out none; both lead back to the page that was asked for', async ({
  on,
  tab,
}) => {
  const ada = personAt(on, 'Ada Newcomer');
  const page = await tab();
  await page.goto('/messages');
  await goOn(page);
  await choose(page, ada);
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue(ada.name);
  await expectAccessible(page, 'the one step of a new student');
  await completeProfile(page);
  await expect(page.getByRole('heading', { name: 'Messages Coming Soon' })).toBeVisible();
  expect(await page.evaluate(() => [location.hash, sessionStorage.getItem('sign-on')])).toEqual(['', null]);

  // logging out ends the session at the campus, too, which asks again who it is
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Start Your Journey' })).toBeVisible();
  await page.goto('/requests');
  await goOn(page);
  await choose(page, ada);
  await expect(page.getByRole('heading', { name: 'Browse Requests' })).toBeVisible();
  // Back leads to the campus, and from there to the log-in, which lets a student through
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Browse Requests' })).toBeVisible();
});

test(
  'an account that exists is linked on the profile, and by a link to its mailbox in the same browser',
  { tag: '@full' },
  async ({ on, tab }) => {
    const grace = personAt(on, 'Grace Linked');
    const student = await verifiedStudent(grace.name, { email: grace.email });
    const page = await tab();
    await page.goto('/login');
    await goOn(page);
    await choose(page, grace);
    await expect(page.getByText('You already have an account with')).toBeVisible();
    await expectAccessible(page, 'an account that exists');
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await expect(page.getByText('a link is on its way')).toBeVisible();
    const mail = await mailTo(grace.email, /Link your campus account/);
    await page.goto(new URL(linkIn(mail, '/sign-on')).pathname);
    await page.getByRole('button', { name: 'Link and log in' }).click();
    await expect(page.getByRole('heading', { name: /Grace/ })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText('You log in with your State account.')).toBeVisible();

    const hal = personAt(on, 'Hal Profile');
    const other = await verifiedStudent(hal.name, { email: hal.email });
    await page.evaluate((token) => localStorage.setItem('token', token), other.token);
    await page.context().clearCookies();
    await page.goto('/profile');
    await goOn(page);
    await choose(page, hal);
    await expect(page.getByText('You log in with your State account.')).toBeVisible();
    expect(student.token).not.toBe(other.token);
  },
);

test('a student without a password signs on again to close the account', { tag: '@full' }, async ({ on, tab }) => {
  const may = personAt(on, 'May Leaving');
  const page = await tab();
  await page.goto('/login');
  await goOn(page);
  await choose(page, may);
  await completeProfile(page);
  await expect(page).toHaveURL(/dashboard$/);
  await page.goto('/profile');
  const dialog = page.getByRole('dialog');
  const proveAgain = async () => {
    await page.getByRole('button', { name: 'Deactivate Account' }).click();
    await dialog.getByRole('button', { name: 'Continue with State' }).click();
    await choose(page, may);
  };
  await proveAgain();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account Actions' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await proveAgain();
  await expectAccessible(page, 'closing an account without a password');
  await dialog.getByRole('button', { name: 'Deactivate Account' }).click();
  await expect(page.getByText('Your account has been deactivated.')).toBeVisible();
});

test(
  'a new student whose address the campus has not verified opens a mailed link',
  { tag: '@full' },
  async ({ on, tab }) => {
    const nora = personAt(on, 'Nora Unverified', { email_verified: false });
    const page = await tab();
    await page.goto('/login');
    await goOn(page);
    await choose(page, nora);
    await completeProfile(page);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goto(new URL(linkIn(await mailTo(nora.email, /Verify/), '/verify-email')).pathname);
    await expect(page.getByText('Your address is verified.')).toBeVisible();
  },
);

test(
  'a visitor who could not sign on reads what to do, and signs on after all',
  { tag: '@full' },
  async ({ on, tab }) => {
    const fay = personAt(on, 'Fay Faculty', { eduperson_scoped_affiliation: 'faculty@state.edu' });
    const wes = personAt(on, 'Wes Elsewhere', { idp: 'urn:mace:incommon:other.edu' });
    const lou = personAt(on, 'Lou Patient');
    const page = await tab();
    const down = { path: '/token', status: 503 };
    for (const [name, message, response] of [
      ['Cancel', 'You left the log-in of State. Nothing has changed.'],
      [fay.name, 'State does not list you as a student. If you are one, ask its IT help desk.'],
      [wes.name, 'This account is not one of State. Please use the account that your campus gave you.'],
      [lou.name, 'The log-in of State does not respond. Please try again in a few minutes.', down],
    ] as const) {
      await page.context().clearCookies(); // or the campus does not ask again who it is
      await page.goto('/register');
      await goOn(page);
      on.campus.faults.response = response;
      await choose(page, { name });
      await expect(page.getByText(message)).toBeVisible();
      on.campus.faults.response = undefined;
      await page.getByRole('link', { name: 'Back to login' }).click();
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    }
    await goOn(page);
    await completeProfile(page);
    await expect(page.getByRole('heading', { name: /Lou/ })).toBeVisible();
  },
);

test('two tabs sign on at once, each with its own attempt', { tag: '@full' }, async ({ on, tab }) => {
  const ida = personAt(on, 'Ida Twotabs');
  const [one, other] = [await tab(), await tab()];
  for (const page of [one, other]) await page.goto('/login');
  for (const page of [one, other]) {
    await goOn(page);
    // the campus has one session cookie for both: of two first calls at once, it may refuse one
    await expect(page.getByRole('button', { name: ida.name })).toBeVisible();
  }
  await choose(one, ida);
  await completeProfile(one);
  await expect(one.getByRole('heading', { name: /Ida/ })).toBeVisible();
  await one.evaluate(() => localStorage.clear());
  await choose(other, ida);
  await expect(other.getByRole('heading', { name: /Ida/ })).toBeVisible();
});
