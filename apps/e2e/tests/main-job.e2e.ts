import type { Page } from '@playwright/test';
import { ACCEPT_MESSAGE } from '@spareswipe/contract';
import { endUndo } from '../support/campus.js';
import { command } from '../support/desk.js';
import { attachment, linkIn, mailTo } from '../support/inbox.js';
import { somebody } from '../support/students.js';
import { expect, test } from '../support/test.js';

async function registerAndVerify(page: Page, details: ReturnType<typeof somebody>) {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Our Community' }).first().click();
  await page.getByLabel('Full name').fill(details.name);
  await page.getByLabel('Email').fill(details.email);
  await expect(page.getByText('cs stanford')).toBeVisible();
  await page.getByLabel('Phone number').fill(details.phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(details.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await page.goto(linkIn(await mailTo(details.email, /verify/i), '/verify-email'));
  await expect(page.getByText('Email verified successfully!')).toBeVisible();
  await page.clock.fastForward('00:05'); // until it leads on
  await expect(page).toHaveURL(/\/dashboard$/);
}

const mealsLeft = (page: Page, meals: number) =>
  expect(page.getByRole('navigation').getByRole('link', { name: new RegExp(`\\b${meals}\\b`) })).toBeVisible();

test('a student gets a meal from another, and the credit moves with it @deployed [spec §1.2 §1.3 §1.6 §6.3 §8.12]', async ({
  openAs,
}) => {
  const ada = somebody('Ada Hungry');
  const ben = somebody('Ben Helpful');
  const adasPage = await openAs();
  const bensPage = await openAs();
  await registerAndVerify(adasPage, ada);
  await registerAndVerify(bensPage, ben);
  await mealsLeft(adasPage, 2);
  await mealsLeft(bensPage, 2);

  const meal = `Pad thai ${ada.email.split('.').at(-3)?.slice(0, 8)}`;
  await adasPage.goto('/create-request');
  await adasPage.getByLabel('What food').fill(meal);
  await adasPage.getByLabel('Store').fill('Arrillaga Dining');
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
  await adasPage.locator('[name=date]').fill(tomorrow);
  await adasPage.locator('[name=time]').fill('18:30');
  await adasPage.getByRole('button', { name: 'Create Request' }).click();
  await expect(adasPage.getByText('Request created successfully! 1 meals remaining')).toBeVisible();
  await expect(adasPage).toHaveURL(/\/my-requests$/);
  await mealsLeft(adasPage, 1);

  await bensPage.goto(`/requests?search=${encodeURIComponent(meal)}`);
  await bensPage.getByRole('button', { name: /accept/i }).click();
  await expect(bensPage.getByText('Request accepted! Contact information has been shared via email.')).toBeVisible();

  // the database of a deployed system cannot be reached from here
  const isDeployed = !process.env.E2E_DATABASE_URL;
  if (!isDeployed) await endUndo(ben);
  for (const [reader, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const mail = await mailTo(reader.email, /match|accepted|meal/i);
    for (const content of [mail.text, mail.html])
      for (const detail of [other.name, other.email, other.phoneNumber, meal, 'Arrillaga Dining', '6:30'])
        expect(content).toContain(detail);
    // the app sends it with every accept: nobody wrote it
    expect(mail.text).not.toContain(ACCEPT_MESSAGE);
    const calendar = await attachment(mail, /\.ics$/);
    expect(calendar).toContain('BEGIN:VEVENT');
    expect(calendar).toContain('Arrillaga Dining');
  }

  await adasPage.goto('/my-requests');
  await expect(adasPage.getByText(`Matched with ${ben.name}`)).toBeVisible();
  await bensPage.goto('/matches');
  await expect(bensPage.getByText(`Helping ${ada.name}`)).toBeVisible();
  await bensPage.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(bensPage.getByText('Match marked as completed!')).toBeVisible();
  await mealsLeft(bensPage, 3);
  await adasPage.goto('/dashboard');
  await mealsLeft(adasPage, 1);

  if (!isDeployed) expect(await command('audit')).toBe(0);
});
